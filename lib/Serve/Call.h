#ifndef AGENTC_LIB_SERVE_CALL_H
#define AGENTC_LIB_SERVE_CALL_H

#include "PreparedPackages.h"

#include "agentc/Http/Server.h"
#include "agentc/Store/Records.h"

namespace agentc::serve {

class App;
struct Route;

/// One authorized request of a client, on its way to an answer.
struct Call {
  http::Request request;
  std::shared_ptr<http::Exchange> exchange;
  const Route *route = nullptr;
  store::Key key;                      ///< of a public route: empty
  std::vector<std::string> parameters; ///< of the path, in the route's order
  std::string id;                      ///< made here, for logs
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  /// For the log.
  std::string agent, user, conversation, outcome;
  std::vector<std::string> tools;
  App *app = nullptr;
  bool isAnswered = false;

  ~Call();
  store::Actor actor() const { return {key.tenant, key.id}; }
  bool may(store::Scope scope) const { return (key.scopes & scope) != 0; }
  /// The value of a query's name, if it is there.
  std::optional<std::string> query(llvm::StringRef name) const;

  void answer(unsigned status, const Json &body, http::Headers headers = {});
  void answer(http::Response response);
  void refuse(unsigned status, llvm::StringRef message) { refuse(refusal(status, message)); }
  void refuse(const Refusal &refusal) { answer(refusal.status, refusal.body); }
  /// Begins an answer whose body is written to the exchange in parts; `end` ends and logs it.
  void begin(http::Response head);
  void end();
  /// Answers that the environment failed, and logs the reason.
  void fail(llvm::Error error);
  /// The value of a read of the state; std::nullopt after failing.
  template <class T> std::optional<T> orFail(llvm::Expected<T> read) {
    if (read)
      return std::move(*read);
    fail(read.takeError());
    return std::nullopt;
  }
  /// The same for a value that may be missing, which is answered by 404 with this message.
  template <class T>
  std::optional<T> orMissing(llvm::Expected<std::optional<T>> read, llvm::StringRef message) {
    std::optional<std::optional<T>> found = orFail(std::move(read));
    if (found && !*found)
      refuse(404, message);
    return found ? std::move(*found) : std::nullopt;
  }
  /// The body as an object; std::nullopt after refusing it.
  std::optional<Json> object();

private:
  /// Adds the headers of every answer.
  void addHeaders(http::Response &response) const;
};
using SharedCall = std::shared_ptr<Call>;

/// One entry of the API. `/openapi.json` is made of the list of routes.
struct Route {
  llvm::StringLiteral method, path; ///< `/api/packages/{digest}`
  unsigned scope;                   ///< one of these is needed; 0: public
  uint64_t bodyBytes;               ///< 0: no body; `uploadBody`: the limit of the options
  llvm::StringLiteral summary;
  llvm::StringLiteral body, result; ///< names of schemas; empty: none, or not JSON
  void (*handle)(App &app, const SharedCall &call);
};
inline constexpr uint64_t uploadBody = ~uint64_t(0);

llvm::ArrayRef<Route> allRoutes();

} // namespace agentc::serve

#endif
