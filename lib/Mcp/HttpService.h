#ifndef AGENTC_LIB_MCP_HTTPSERVICE_H
#define AGENTC_LIB_MCP_HTTPSERVICE_H

#include "agentc/Http/AllowedHosts.h"
#include "agentc/Http/Server.h"
#include "agentc/Mcp/Serve.h"
#include "agentc/Mcp/SingleRequest.h"
#include "agentc/ToolProtocol/ToolClient.h"

#include <chrono>
#include <map>

namespace agentc {

/// The protocol's transport *Streamable HTTP*, at `/mcp`: each message of a client is a POST, its
/// answer JSON, or server-sent events (WHATWG HTML, 9.2) where something is told before it.
/// Versions before 2026-07-28 have sessions, each with a dialogue of its own; later requests stand
/// alone. Its arguments must outlive it.
class HttpService final : public http::RequestHandler {
public:
  HttpService(const Offer &offer, ToolClient &sandbox, http::EventLoop &loop,
              http::AllowedHosts hosts);
  ~HttpService() override;

  std::variant<uint64_t, http::Response> admit(const http::Request &head) override;
  void handle(http::Request request, std::shared_ptr<http::Exchange> exchange) override;
  http::Response refuse(unsigned status, llvm::StringRef why) override;

  /// Lets the sandbox continue, and waits for it.
  void step();

private:
  using Clock = std::chrono::steady_clock;
  using Exchange = std::shared_ptr<http::Exchange>;
  struct Session;
  using Read = std::variant<RpcMessage, RpcRefusal>;

  bool isAuthorized(const http::Request &head) const;
  void handleSession(const http::Request &request, const Read &read, const Exchange &exchange);
  void handleSingle(const http::Request &request, const Read &read, const Exchange &exchange);
  Session &beginSession();
  Session *findSession(const http::Request &request);
  void say(Session &session, const McpOutput &output);
  void unwatch();

  /// Sessions at once; the one that was longest unused makes room.
  static constexpr size_t mostSessions = 1000;

  const Offer &offer_;
  ToolClient &sandbox_;
  http::EventLoop &loop_;
  http::AllowedHosts hosts_;
  std::map<std::string, std::unique_ptr<Session>, std::less<>> sessions_;
  std::map<uint64_t, std::unique_ptr<SingleRequest>> singles_;
  uint64_t lastSingle_ = 0;
  unsigned watched_ = 0; ///< the sandbox's start
  int channel_ = -1; ///< a duplicate of the sandbox's descriptor, which may be closed at any time
  std::unique_ptr<http::EventLoop::Watch> watch_; ///< of the channel
  bool isStepping_ = false;
};

/// Serves until SIGINT or SIGTERM, at the address that the offer names.
llvm::Error serveHttp(const Offer &offer, ToolClient &sandbox, const OnServing &onServing);

} // namespace agentc

#endif
