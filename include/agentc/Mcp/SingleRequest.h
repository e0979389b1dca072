#ifndef AGENTC_MCP_SINGLEREQUEST_H
#define AGENTC_MCP_SINGLEREQUEST_H

#include "agentc/Http/Server.h"
#include "agentc/Mcp/Server.h"

#include <memory>

namespace agentc {

/// The answer to one POST on its way: whole as JSON, or in server-sent events (WHATWG HTML, 9.2)
/// once something is told before it.
class HttpAnswer {
public:
  explicit HttpAnswer(std::shared_ptr<http::Exchange> exchange, http::Headers headers = {})
      : exchange_(std::move(exchange)), headers_(std::move(headers)) {}

  void tell(llvm::StringRef line);
  void end(unsigned status, llvm::StringRef line);

private:
  std::shared_ptr<http::Exchange> exchange_;
  http::Headers headers_;
  bool isStream_ = false;
};

/// One message of a client over *Streamable HTTP* that stands alone: of 2026-07-28, or of a version
/// before where no session is kept. Its client goes, and its owner ends it with its call. The offer
/// and the sandbox must outlive it.
class SingleRequest {
public:
  SingleRequest(const Offer &offer, ToolCaller &sandbox, std::shared_ptr<http::Exchange> exchange);

  /// Answers now, or when the sandbox has.
  void take(const http::Request &head, const std::variant<RpcMessage, RpcRefusal> &read);
  /// True once it is answered.
  bool isDone() const { return isDone_; }
  /// True if the message says that it is of 2026-07-28.
  static bool isModern(const http::Request &head, const std::variant<RpcMessage, RpcRefusal> &read);

private:
  void refuse(const Json &id, const RpcFault &fault);
  void say(const McpOutput &output);

  std::shared_ptr<http::Exchange> exchange_;
  HttpAnswer answer_;
  bool isModern_ = true, isDone_ = false;
  McpServer server_;
};

/// The status of an answer: only what is wrong with the message itself has another than 200.
unsigned statusOf(const McpOutput &output, bool isModern);

/// An answer to a message that is refused.
http::Response mcpRefusal(unsigned status, const Json &id, const RpcFault &fault);

/// The answer to a POST whose media types are not the transport's; std::nullopt for another.
std::optional<http::Response> refuseMedia(const http::Request &head);

} // namespace agentc

#endif
