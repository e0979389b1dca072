#ifndef AGENTC_LIB_DRIVER_CHAT_SERVERCLIENT_H
#define AGENTC_LIB_DRIVER_CHAT_SERVERCLIENT_H

#include "agentc/Net/HttpClient.h"
#include "agentc/Net/ServerSentEvents.h"
#include "agentc/Net/WholeAnswer.h"
#include "agentc/Support/Json.h"

#include "llvm/ADT/Twine.h"

#include <nlohmann/json.hpp>

namespace agentc {

/// A client of a server of `agentc serve`, which waits for each answer. One thread.
class ServerClient {
public:
  /// `url` is the server's origin, and http only where that is the machine itself: each request
  /// carries the key.
  static llvm::Expected<std::unique_ptr<ServerClient>> create(llvm::StringRef url, std::string key,
                                                              HttpOptions options);

  /// The JSON of an answer; a refusal is an Error with the server's words, without what a terminal
  /// could obey.
  llvm::Expected<Json> get(const llvm::Twine &path) { return send("GET", path, std::nullopt); }
  llvm::Expected<Json> post(const llvm::Twine &path, const Json &body) {
    return send("POST", path, printJson(body, /*indented=*/false));
  }
  llvm::Expected<Json> send(const char *method, const llvm::Twine &path,
                            std::optional<std::string> body);

  /// Calls `onEvent` with each event of a stream until it returns false or the stream is over, and
  /// goes on after lost connections with the events that have not come. `onEvent` may ask the
  /// server; `onInterrupt` is called after a signal.
  llvm::Error follow(const llvm::Twine &path,
                     llvm::function_ref<bool(const ServerSentEvent &event)> onEvent,
                     llvm::function_ref<bool()> onInterrupt);

private:
  ServerClient(UrlOrigin origin, std::string key, std::unique_ptr<HttpClient> client)
      : origin_(std::move(origin)), key_(std::move(key)), client_(std::move(client)) {}
  HttpRequest request(const char *method, const llvm::Twine &path) const;
  llvm::Error refusal(const WholeAnswer &answer) const;

  const UrlOrigin origin_;
  const std::string key_;
  const std::unique_ptr<HttpClient> client_;
};

} // namespace agentc

#endif
