#include "agentc/Mcp/Server.h"

#include "Running.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

namespace {

constexpr const char *capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr const char *levelKey = "io.modelcontextprotocol/logLevel";

/// A sealed package changes only with the server.
constexpr unsigned freshMs = 3600000;

std::optional<int> levelNamed(const Json &name) {
  for (size_t i = 0; i < std::size(levels); ++i)
    if (name == Json(levels[i].str()))
      return static_cast<int>(i);
  return std::nullopt;
}

} // namespace

McpServer::McpServer(const Offer &offer, ToolCaller &sandbox, Send send)
    : offer_(offer), sandbox_(sandbox), send_(std::move(send)) {}

McpServer::~McpServer() {
  for (const Running &call : running_)
    sandbox_.cancel(call.call);
}

void McpServer::refuse(const Json &id, const RpcFault &fault) {
  send_({errorLine(id, fault), id, McpOutput::Kind::Refusal, fault.code});
}

/// Answers a request by an error.
void McpServer::fail(const Json &id, const RpcFault &fault) {
  send_({errorLine(id, fault), id, McpOutput::Kind::Answer, fault.code});
}

void McpServer::refuseLine(const std::string &message) {
  refuse(nullptr, {RpcError::InvalidRequest, message});
}

void McpServer::take(llvm::StringRef line) {
  if (!line.trim().empty())
    take(readMessage(line));
}

void McpServer::take(const std::variant<RpcMessage, RpcRefusal> &read) {
  if (const auto *refusal = std::get_if<RpcRefusal>(&read))
    return refuse(refusal->id, refusal->fault);
  const RpcMessage &message = std::get<RpcMessage>(read);
  if (message.kind == RpcMessage::Kind::Request)
    answer(message);
  else if (message.kind == RpcMessage::Kind::Notification)
    notice(message);
  else
    hear(message);
}

void McpServer::notice(const RpcMessage &message) {
  const Json *id = member(message.params, "requestId");
  if (message.method != "notifications/cancelled" || !id)
    return;
  for (auto call = running_.begin(); call != running_.end(); ++call)
    if (call->id == *id) {
      sandbox_.cancel(call->call);
      if (!call->question.empty())
        tell(*call, message.method, {{"requestId", call->question}});
      runningBytes_ -= call->bytes;
      running_.erase(call);
      return;
    }
}

std::variant<McpServer::Era, RpcFault> McpServer::eraOf(const RpcMessage &message) const {
  const Json *meta = member(message.params, "_meta");
  const Json *version = meta ? member(*meta, protocolVersionKey) : nullptr;
  if (!version) {
    if (message.method == "server/discover")
      return invalid("`_meta` says no `" + std::string(protocolVersionKey) + "`");
    if (!isInitialized_ && message.method != "initialize" && message.method != "ping")
      return RpcFault{RpcError::InvalidRequest,
                      "the first request is `initialize`, or each says its protocol version"};
    return Era{false, level_, canAsk_};
  }
  if (!version->is_string())
    return invalid("`" + std::string(protocolVersionKey) + "` is not a string");
  if (*version != Json(modernVersion.str()))
    return RpcFault{RpcError::UnsupportedVersion,
                    "unsupported protocol version",
                    {{"supported", {modernVersion.str()}}, {"requested", *version}}};
  const Json *capabilities = member(*meta, capabilitiesKey);
  if (!capabilities || !capabilities->is_object())
    return invalid("`_meta` has no `" + std::string(capabilitiesKey) + "`");
  Era era{true, std::nullopt, asksPeople(*capabilities), *capabilities};
  if (const Json *level = member(*meta, levelKey)) {
    era.level = levelNamed(*level);
    if (!era.level)
      return invalid("`" + std::string(levelKey) + "` is not a level");
  }
  return era;
}

/// Adds the members that each result has in its protocol version.
Json McpServer::complete(Json result, const Era &era) const {
  if (!era.isModern)
    return result;
  result["resultType"] = "complete";
  result["_meta"]["io.modelcontextprotocol/serverInfo"] = {{"name", offer_.name},
                                                           {"version", offer_.version}};
  return result;
}

void McpServer::answer(const RpcMessage &message) {
  if (llvm::any_of(running_, [&](const Running &call) { return call.id == message.id; }))
    return refuse(message.id, {RpcError::InvalidRequest, "a request of this `id` is running"});
  std::variant<Era, RpcFault> era = eraOf(message);
  if (const auto *fault = std::get_if<RpcFault>(&era))
    return refuse(message.id, *fault);
  if (message.method == "tools/call")
    return callTool(message, std::get<Era>(era));
  if (answersByBundle(message.method))
    return callMethod(message, std::get<Era>(era));
  Result result = dispatch(message, std::get<Era>(era));
  if (const auto *fault = std::get_if<RpcFault>(&result))
    return fail(message.id, *fault);
  Json whole = complete(std::move(std::get<Json>(result)), std::get<Era>(era));
  send_({resultLine(message.id, std::move(whole)), message.id});
}

void McpServer::end(std::list<Running>::iterator call, Json result) {
  const Json id = call->id;
  runningBytes_ -= call->bytes;
  running_.erase(call);
  send_({resultLine(id, std::move(result)), id});
}

void McpServer::end(std::list<Running>::iterator call, const RpcFault &fault) {
  const Json id = call->id;
  runningBytes_ -= call->bytes;
  running_.erase(call);
  fail(id, fault);
}

McpServer::Result McpServer::dispatch(const RpcMessage &message, const Era &era) {
  const std::string &method = message.method;
  if (std::optional<Result> listed = listSealed(message)) {
    if (Json *list = std::get_if<Json>(&*listed); list && era.isModern) {
      (*list)["ttlMs"] = freshMs;
      (*list)["cacheScope"] = "private";
    }
    return std::move(*listed);
  }
  if (method == "server/discover" && era.isModern)
    return discover();
  if (method == "initialize" && !era.isModern)
    return initialize(message.params);
  if (method == "ping" && !era.isModern)
    return Json::object();
  if (method == "logging/setLevel" && !era.isModern)
    return setLevel(message.params);
  return RpcFault{RpcError::MethodNotFound, "there is no method " + shown(method)};
}

McpServer::Result McpServer::initialize(const Json &params) {
  const Json *version = member(params, "protocolVersion");
  if (!version || !version->is_string())
    return invalid("`protocolVersion` is not a string");
  if (isInitialized_)
    return RpcFault{RpcError::InvalidRequest, "the dialogue has begun already"};
  isInitialized_ = true;
  if (const Json *capabilities = member(params, "capabilities"))
    canAsk_ = asksPeople(*capabilities);
  const std::string &asked = version->get_ref<const std::string &>();
  Json result = {{"protocolVersion",
                  llvm::is_contained(sessionVersions, asked) ? asked : sessionVersions[0].str()},
                 {"capabilities", capabilities()},
                 {"serverInfo", {{"name", offer_.name}, {"version", offer_.version}}}};
  if (!offer_.instructions.empty())
    result["instructions"] = offer_.instructions;
  return result;
}

McpServer::Result McpServer::discover() const {
  Json result = {{"supportedVersions", {modernVersion.str()}},
                 {"capabilities", capabilities()},
                 {"ttlMs", freshMs},
                 {"cacheScope", "private"}};
  if (!offer_.instructions.empty())
    result["instructions"] = offer_.instructions;
  return result;
}

McpServer::Result McpServer::setLevel(const Json &params) {
  const Json *name = member(params, "level");
  std::optional<int> level = name ? levelNamed(*name) : std::nullopt;
  if (!level)
    return invalid("`level` is not a level");
  level_ = *level;
  return Json::object();
}

} // namespace agentc
