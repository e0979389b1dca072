#ifndef AGENTC_NET_WHOLEANSWER_H
#define AGENTC_NET_WHOLEANSWER_H

#include "agentc/Net/HttpClient.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

/// An answer that was read to its end, or as far as it came.
struct WholeAnswer {
  HttpResponse head; ///< status 0 where none came
  std::string body;
  HttpEnd end;
  bool isTooLarge = false; ///< it was ended for that; `body` is then not whole
  std::string address;     ///< that was connected to, or last tried

  bool isWhole() const { return end.ok && !isTooLarge; }
  bool isRedirect() const;
  /// The first header of a name; empty where there is none.
  std::string header(llvm::StringRef name) const;
};

/// The bounds of one exchange, beside the request's own time.
struct AnswerLimits {
  uint64_t bytes = 0;                       ///< of the body
  std::chrono::milliseconds silence{60000}; ///< without a byte in either direction
};

/// Waits for something to happen to a client's exchanges, a second or a signal at most, and does
/// it.
void stepOnce(HttpClient &client);

/// Sends a request and waits for the end of its answer. `onProgress` is told, from time to time,
/// how many bytes of both bodies have passed.
WholeAnswer exchange(
    HttpClient &client, HttpRequest request, const AnswerLimits &limits,
    llvm::function_ref<void(uint64_t bytes)> onProgress = [](uint64_t) {});

/// The URL that a `Location` leads to: an absolute one, or a path on the same origin; empty for
/// others. The fragment is left out.
std::string redirectTarget(const RequestUrl &from, llvm::StringRef location);

} // namespace agentc

#endif
