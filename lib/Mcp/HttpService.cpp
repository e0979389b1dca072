#include "HttpService.h"

#include "Running.h"

#include "agentc/Mcp/Serve.h"
#include "agentc/Support/Digest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fcntl.h>
#include <unistd.h>

namespace agentc {

namespace {

/// The version that a request without the header is assumed to have; its transport is the same.
constexpr llvm::StringLiteral unsaidVersion = "2025-03-26";

bool isKnownVersion(llvm::StringRef version) {
  return version == unsaidVersion || llvm::is_contained(sessionVersions, version);
}

} // namespace

/// A dialogue of before 2026-07-28.
struct HttpService::Session {
  Session(HttpService &service, std::string name)
      : id(std::move(name)),
        server(service.offer_, service.sandbox_,
               [&service, this](const McpOutput &output) { service.say(*this, output); }) {}

  std::string id;
  /// Requests whose answers are awaited, by the JSON texts of their ids.
  std::map<std::string, HttpAnswer> awaited;
  Clock::time_point lastUse = Clock::now();
  McpServer server;
};

HttpService::HttpService(const Offer &offer, ToolClient &sandbox, http::EventLoop &loop,
                         http::AllowedHosts hosts)
    : offer_(offer), sandbox_(sandbox), loop_(loop), hosts_(std::move(hosts)) {}

HttpService::~HttpService() { unwatch(); }

void HttpService::unwatch() {
  watch_.reset();
  if (channel_ >= 0)
    close(std::exchange(channel_, -1));
}

http::Response HttpService::refuse(unsigned status, llvm::StringRef why) {
  return mcpRefusal(status, nullptr, {RpcError::InvalidRequest, why.str()});
}

/// Compares all of it, so that the time does not reveal how much was right.
bool HttpService::isAuthorized(const http::Request &head) const {
  const std::string &token = offer_.http->token;
  if (token.empty())
    return true;
  llvm::StringRef said = head.header("authorization").value_or("");
  if (!said.consume_front_insensitive("bearer ") || said.size() != token.size())
    return false;
  unsigned difference = 0;
  for (size_t i = 0; i < token.size(); ++i)
    difference |= static_cast<unsigned char>(said[i] ^ token[i]);
  return difference == 0;
}

std::variant<uint64_t, http::Response> HttpService::admit(const http::Request &head) {
  if (std::optional<std::string> fault = hosts_.judge(head))
    return refuse(403, *fault);
  if (head.path != "/mcp")
    return refuse(404, "the protocol is spoken at `/mcp`");
  if (!isAuthorized(head)) {
    http::Response response = refuse(401, "the token is missing or wrong");
    response.headers.emplace_back("www-authenticate", "Bearer");
    return response;
  }
  // The server only speaks in answers, so there is nothing to GET.
  if (head.method != "POST" && head.method != "DELETE") {
    http::Response response = refuse(405, "a message is sent by POST, a session ended by DELETE");
    response.headers.emplace_back("allow", "POST, DELETE");
    return response;
  }
  if (head.method == "DELETE")
    return uint64_t(0);
  if (std::optional<http::Response> refused = refuseMedia(head))
    return std::move(*refused);
  return uint64_t(maxMessageBytes);
}

HttpService::Session *HttpService::findSession(const http::Request &request) {
  auto found = sessions_.find(request.header("mcp-session-id").value_or(""));
  if (found == sessions_.end())
    return nullptr;
  found->second->lastUse = Clock::now();
  return &*found->second;
}

HttpService::Session &HttpService::beginSession() {
  if (sessions_.size() >= mostSessions)
    sessions_.erase(llvm::min_element(sessions_, [](const auto &a, const auto &b) {
      return a.second->lastUse < b.second->lastUse;
    }));
  std::string id = randomHex(24);
  std::unique_ptr<Session> &session = sessions_[id];
  session = std::make_unique<Session>(*this, id);
  return *session;
}

void HttpService::say(Session &session, const McpOutput &output) {
  auto awaited = session.awaited.find(printJson(output.request, /*indented=*/false));
  if (awaited == session.awaited.end())
    return;
  if (output.kind == McpOutput::Kind::Notice)
    return awaited->second.tell(output.line);
  HttpAnswer answer = std::move(awaited->second);
  session.awaited.erase(awaited);
  answer.end(statusOf(output, /*isModern=*/false), output.line);
}

void HttpService::handleSession(const http::Request &request, const Read &read,
                                const Exchange &exchange) {
  const auto *message = std::get_if<RpcMessage>(&read);
  const bool begins =
      message && message->method == "initialize" && message->kind == RpcMessage::Kind::Request;
  Session *session = findSession(request);
  if (!session && (!begins || request.header("mcp-session-id"))) {
    const bool isNamed = request.header("mcp-session-id").has_value();
    return exchange->answer(refuse(isNamed ? 404 : 400, isNamed ? "there is no such session"
                                                                : "`Mcp-Session-Id` is missing; "
                                                                  "`initialize` begins a session"));
  }
  if (const auto *refused = std::get_if<RpcRefusal>(&read))
    return exchange->answer(mcpRefusal(400, refused->id, refused->fault));
  if (std::optional<llvm::StringRef> version = request.header("mcp-protocol-version");
      version && !begins && !isKnownVersion(*version))
    return exchange->answer(refuse(400, "`MCP-Protocol-Version` is not one that is served"));
  http::Headers headers;
  if (!session) {
    session = &beginSession();
    headers.emplace_back("mcp-session-id", session->id);
  }
  if (message->kind == RpcMessage::Kind::Request) {
    HttpAnswer answer(exchange, std::move(headers));
    const std::string id = printJson(message->id, /*indented=*/false);
    if (!session->awaited.emplace(id, std::move(answer)).second)
      return exchange->answer(mcpRefusal(
          400, message->id, {RpcError::InvalidRequest, "a request of this `id` is running"}));
    return session->server.take(read);
  }
  session->server.take(read);
  exchange->answer({202, {}, ""});
}

void HttpService::handleSingle(const http::Request &request, const Read &read,
                               const Exchange &exchange) {
  const uint64_t number = ++lastSingle_;
  auto &single = *(singles_[number] = std::make_unique<SingleRequest>(offer_, sandbox_, exchange));
  exchange->onGone([this, number] {
    loop_.post([this, number] {
      singles_.erase(number);
      step();
    });
  });
  single.take(request, read);
}

void HttpService::handle(http::Request request, std::shared_ptr<http::Exchange> exchange) {
  if (request.method == "DELETE") {
    Session *session = findSession(request);
    if (session)
      sessions_.erase(sessions_.find(session->id));
    exchange->answer(session ? http::Response{204, {}, ""}
                             : refuse(404, "there is no such session"));
    return step();
  }
  Read read = readMessage(request.body);
  if (SingleRequest::isModern(request, read))
    handleSingle(request, read, exchange);
  else
    handleSession(request, read, exchange);
  step();
}

void HttpService::step() {
  if (isStepping_)
    return;
  isStepping_ = true;
  sandbox_.step();
  std::erase_if(singles_, [](const auto &single) { return single.second->isDone(); });
  const pollfd wanted = sandbox_.descriptor();
  if (wanted.fd < 0 || std::exchange(watched_, sandbox_.starts()) != sandbox_.starts())
    unwatch();
  if (wanted.fd >= 0 && channel_ < 0 && (channel_ = fcntl(wanted.fd, F_DUPFD_CLOEXEC, 0)) >= 0)
    watch_ = loop_.watch(channel_, [this] { step(); });
  if (watch_)
    watch_->await(wanted.events);
  isStepping_ = false;
}

} // namespace agentc
