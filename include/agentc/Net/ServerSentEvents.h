#ifndef AGENTC_NET_SERVERSENTEVENTS_H
#define AGENTC_NET_SERVERSENTEVENTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc {

/// One event of a stream. An event without an id has the one of the event before it.
struct ServerSentEvent {
  std::string name; ///< empty if the stream does not name it
  std::string id;
  std::string data;
};

/// Reads a stream of server-sent events (WHATWG HTML, 9.2.6), in whichever pieces it comes.
class ServerSentEvents {
public:
  /// Calls a function with each event that has data until it returns false. False then, and when an
  /// event is longer than `mostBytes`.
  bool feed(llvm::StringRef bytes, llvm::function_ref<bool(const ServerSentEvent &event)> onEvent);

  static constexpr size_t mostBytes = 8 << 20;

private:
  bool takeLine(llvm::StringRef line, llvm::function_ref<bool(const ServerSentEvent &)> onEvent);

  std::string line_;
  ServerSentEvent event_;
  bool hasData_ = false;
  bool afterReturn_ = false; ///< a line feed now would belong to the line before
  bool isBegun_ = false;     ///< the place of a byte order mark is past
};

} // namespace agentc

#endif
