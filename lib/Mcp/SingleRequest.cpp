#include "agentc/Mcp/SingleRequest.h"

#include "HttpHead.h"
#include "Running.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

/// Most unread bytes of an answer's events; beyond, the client gets only answers.
static constexpr size_t mostUnreadNotices = 4 << 20;

static std::string event(llvm::StringRef line) { return ("data: " + line + "\n").str(); }

void HttpAnswer::tell(llvm::StringRef line) {
  if (exchange_->pending() > mostUnreadNotices)
    return;
  if (!std::exchange(isStream_, true)) {
    http::Response head = http::makeResponse(200, "text/event-stream", "");
    head.headers.emplace_back("cache-control", "no-cache");
    llvm::append_range(head.headers, headers_);
    exchange_->begin(std::move(head));
  }
  exchange_->write(event(line));
}

void HttpAnswer::end(unsigned status, llvm::StringRef line) {
  if (isStream_) {
    exchange_->write(event(line));
    return exchange_->end();
  }
  http::Response response = http::makeResponse(status, "application/json", line.str());
  llvm::append_range(response.headers, headers_);
  exchange_->answer(std::move(response));
}

unsigned statusOf(const McpOutput &output, bool isModern) {
  if (output.kind == McpOutput::Kind::Refusal)
    return 400;
  if (isModern && output.error == missingCapability)
    return 400;
  return isModern && output.error == RpcError::MethodNotFound ? 404 : 200;
}

http::Response mcpRefusal(unsigned status, const Json &id, const RpcFault &fault) {
  return http::makeResponse(status, "application/json", errorLine(id, fault));
}

std::optional<http::Response> refuseMedia(const http::Request &head) {
  std::optional<HeadFault> fault = findMediaFault(head);
  if (!fault)
    return std::nullopt;
  return mcpRefusal(fault->status, nullptr, {RpcError::InvalidRequest, fault->why});
}

SingleRequest::SingleRequest(const Offer &offer, ToolCaller &sandbox,
                             std::shared_ptr<http::Exchange> exchange)
    : exchange_(exchange), answer_(std::move(exchange)),
      server_(offer, sandbox, [this](const McpOutput &output) { say(output); }) {}

void SingleRequest::say(const McpOutput &output) {
  if (output.kind == McpOutput::Kind::Notice)
    return answer_.tell(output.line);
  answer_.end(statusOf(output, isModern_), output.line);
  isDone_ = true;
}

void SingleRequest::refuse(const Json &id, const RpcFault &fault) {
  exchange_->answer(mcpRefusal(400, id, fault));
  isDone_ = true;
}

bool SingleRequest::isModern(const http::Request &head,
                             const std::variant<RpcMessage, RpcRefusal> &read) {
  const auto *message = std::get_if<RpcMessage>(&read);
  const Json *meta = message ? member(message->params, "_meta") : nullptr;
  return (meta && member(*meta, protocolVersionKey)) ||
         head.header("mcp-protocol-version") == modernVersion;
}

void SingleRequest::take(const http::Request &head,
                         const std::variant<RpcMessage, RpcRefusal> &read) {
  if (const auto *refused = std::get_if<RpcRefusal>(&read))
    return refuse(refused->id, refused->fault);
  const RpcMessage &message = std::get<RpcMessage>(read);
  // A call ends with its request; no notification could name one of another.
  if (message.kind != RpcMessage::Kind::Request) {
    exchange_->answer({202, {}, ""});
    isDone_ = true;
    return;
  }
  isModern_ = isModern(head, read);
  if (isModern_) {
    if (std::optional<RpcFault> fault = findMismatch(head, message))
      return refuse(message.id, *fault);
  } else if (message.method != "initialize") {
    server_.resume();
  }
  server_.take(read);
}

} // namespace agentc
