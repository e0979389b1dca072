#include "HttpService.h"

#include "HttpHead.h"
#include "Running.h"

#include "agentc/Mcp/Serve.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

namespace agentc {

namespace {

/// Bytes that a client leaves unread of an answer's events; beyond, it is told nothing but answers.
constexpr size_t mostUnreadNotices = 4 << 20;

http::Response refusal(unsigned status, const Json &id, const RpcFault &fault) {
  return http::makeResponse(status, "application/json", errorLine(id, fault));
}

std::string newSessionId() {
  std::array<uint8_t, 24> bytes;
  while (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    continue;
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

/// The version that a request without the header is taken for; its transport is the same.
constexpr llvm::StringLiteral unsaidVersion = "2025-03-26";

bool isKnownVersion(llvm::StringRef version) {
  return version == unsaidVersion || llvm::is_contained(sessionVersions, version);
}

/// The status of an answer: only what is wrong with the message itself has another than 200.
unsigned statusOf(const McpOutput &output, bool isModern) {
  if (output.kind == McpOutput::Kind::Refusal)
    return 400;
  return isModern && output.error == RpcError::MethodNotFound ? 404 : 200;
}

} // namespace

/// The answer to one request on its way: whole as JSON, or in events once something is told before.
class HttpService::Answer {
public:
  explicit Answer(Exchange exchange, http::Headers headers = {})
      : exchange_(std::move(exchange)), headers_(std::move(headers)) {}

  void tell(llvm::StringRef line) {
    if (exchange_->pending() > mostUnreadNotices)
      return;
    begin();
    exchange_->write(event(line));
  }
  void end(unsigned status, llvm::StringRef line) {
    if (isStream_) {
      exchange_->write(event(line));
      return exchange_->end();
    }
    http::Response response = http::makeResponse(status, "application/json", line.str());
    llvm::append_range(response.headers, headers_);
    exchange_->answer(std::move(response));
  }

private:
  static std::string event(llvm::StringRef line) { return ("data: " + line + "\n").str(); }
  void begin() {
    if (std::exchange(isStream_, true))
      return;
    http::Response head = http::makeResponse(200, "text/event-stream", "");
    head.headers.emplace_back("cache-control", "no-cache");
    llvm::append_range(head.headers, headers_);
    exchange_->begin(std::move(head));
  }

  Exchange exchange_;
  http::Headers headers_;
  bool isStream_ = false;
};

/// A dialogue of before 2026-07-28.
struct HttpService::Session {
  Session(HttpService &service, std::string name)
      : id(std::move(name)),
        server(service.offer_, service.sandbox_,
               [&service, this](const McpOutput &output) { service.say(*this, output); }) {}

  std::string id;
  /// Requests whose answers are awaited, by the JSON texts of their ids.
  std::map<std::string, Answer> awaited;
  Clock::time_point lastUse = Clock::now();
  McpServer server;
};

/// A request of 2026-07-28, which is a dialogue of its own: its client goes, and its call ends.
struct HttpService::Single {
  Single(HttpService &service, Exchange exchange)
      : answer(std::move(exchange)),
        server(service.offer_, service.sandbox_, [this](const McpOutput &output) {
          if (output.kind == McpOutput::Kind::Notice)
            return answer.tell(output.line);
          answer.end(statusOf(output, /*isModern=*/true), output.line);
          isDone = true;
        }) {}

  Answer answer;
  bool isDone = false;
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
  return refusal(status, nullptr, {RpcError::InvalidRequest, why.str()});
}

/// Compares all of it, so that no time tells how much was right.
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
  // Nothing is told but in answers, so that there is nothing to GET.
  if (head.method != "POST" && head.method != "DELETE") {
    http::Response response = refuse(405, "a message is sent by POST, a session ended by DELETE");
    response.headers.emplace_back("allow", "POST, DELETE");
    return response;
  }
  if (head.method == "DELETE")
    return uint64_t(0);
  if (std::optional<HeadFault> fault = findMediaFault(head))
    return refuse(fault->status, fault->why);
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
  std::string id = newSessionId();
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
  Answer answer = std::move(awaited->second);
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
    return exchange->answer(refusal(400, refused->id, refused->fault));
  if (std::optional<llvm::StringRef> version = request.header("mcp-protocol-version");
      version && !begins && !isKnownVersion(*version))
    return exchange->answer(refuse(400, "`MCP-Protocol-Version` is not one that is served"));
  http::Headers headers;
  if (!session) {
    session = &beginSession();
    headers.emplace_back("mcp-session-id", session->id);
  }
  if (message->kind == RpcMessage::Kind::Request) {
    Answer answer(exchange, std::move(headers));
    const std::string id = printJson(message->id, /*indented=*/false);
    if (!session->awaited.emplace(id, std::move(answer)).second)
      return exchange->answer(refusal(
          400, message->id, {RpcError::InvalidRequest, "a request of this `id` is running"}));
    return session->server.take(read);
  }
  session->server.take(read);
  exchange->answer({202, {}, ""});
}

void HttpService::handleSingle(const http::Request &request, const RpcMessage &message,
                               const Exchange &exchange) {
  // A call ends with its request; no notification could name one of another.
  if (message.kind != RpcMessage::Kind::Request)
    return exchange->answer({202, {}, ""});
  if (std::optional<RpcFault> fault = findMismatch(request, message))
    return exchange->answer(refusal(400, message.id, *fault));
  const uint64_t number = ++lastSingle_;
  auto &single = *(singles_[number] = std::make_unique<Single>(*this, exchange));
  exchange->onGone([this, number] {
    loop_.post([this, number] {
      singles_.erase(number);
      step();
    });
  });
  single.server.take(Read(message));
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
  const auto *message = std::get_if<RpcMessage>(&read);
  const Json *meta = message ? member(message->params, "_meta") : nullptr;
  const bool saysVersion = meta && member(*meta, protocolVersionKey);
  if (saysVersion || request.header("mcp-protocol-version") == modernVersion) {
    if (message)
      handleSingle(request, *message, exchange);
    else
      exchange->answer(
          refusal(400, std::get<RpcRefusal>(read).id, std::get<RpcRefusal>(read).fault));
  } else {
    handleSession(request, read, exchange);
  }
  step();
}

void HttpService::step() {
  if (isStepping_)
    return;
  isStepping_ = true;
  sandbox_.step();
  std::erase_if(singles_, [](const auto &single) { return single.second->isDone; });
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
