#include "CallResult.h"
#include "Running.h"

#include "agentc/Support/Digest.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

/// The protocol's word for a level of the console.
static int levelOf(llvm::StringRef consoleLevel) {
  if (consoleLevel == "debug")
    return 0;
  return consoleLevel == "warn" ? 3 : consoleLevel == "error" ? 4 : 1;
}

std::optional<RpcFault> McpServer::refuseCall(const RpcMessage &message,
                                              const OfferedTool *tool) const {
  const Json *name = member(message.params, "name");
  if (!name || !name->is_string())
    return invalid("`name` is not a string");
  if (!tool)
    return invalid("unknown tool: " + shown(name->get<std::string>()));
  const Json *input = member(message.params, "arguments");
  if (input && !input->is_object())
    return invalid("`arguments` is not an object");
  if (isFull())
    return RpcFault{RpcError::Internal, "too many calls at once"};
  return std::nullopt;
}

bool McpServer::isFull() const {
  // The limits on calls that run or wait, and on the bytes of their inputs.
  constexpr size_t most = 1024, mostBytes = 64 << 20;
  return running_.size() >= most || runningBytes_ >= mostBytes;
}

std::list<McpServer::Running>::iterator McpServer::begin(const RpcMessage &message, const Era &era,
                                                         const OfferedTool *tool) {
  auto call =
      running_.insert(running_.end(), Running{message.id, tool, era, nullptr, std::nullopt, 0, 0});
  if (const Json *meta = member(message.params, "_meta"))
    if (const Json *token = member(*meta, "progressToken");
        token && (token->is_string() || token->is_number()))
      call->progressToken = *token;
  return call;
}

void McpServer::callTool(const RpcMessage &message, const Era &era) {
  const Json *name = member(message.params, "name");
  auto tool = llvm::find_if(
      offer_.tools, [&](const OfferedTool &one) { return name && *name == Json(one.name); });
  const OfferedTool *found = tool == offer_.tools.end() ? nullptr : &*tool;
  if (std::optional<RpcFault> fault = refuseCall(message, found))
    return fail(message.id, *fault);
  auto call = begin(message, era, found);
  const Json *input = member(message.params, "arguments");
  call->input = input ? printJson(*input, /*indented=*/false) : "{}";
  call->bytes = call->input.size();
  runningBytes_ += call->bytes;
  if (std::optional<RpcFault> fault = takeAnswers(
          *call, message.params, message.method + "\n" + found->name + "\n" + call->input))
    return end(call, *fault);
  found->needsApproval && !call->answers.isApproved ? awaitApproval(call) : start(call);
}

std::optional<RpcFault> McpServer::takeAnswers(Running &call, const Json &params,
                                               llvm::StringRef subject) {
  if (!call.era.isModern)
    return std::nullopt;
  call.subject = sha256Hex(subject);
  std::variant<InputAnswers, RpcFault> read = readAnswers(params, call.subject);
  if (auto *fault = std::get_if<RpcFault>(&read))
    return std::move(*fault);
  call.answers = std::move(std::get<InputAnswers>(read));
  const size_t bytes = call.answers.state.value_or("").size() +
                       printJson(call.era.capabilities, /*indented=*/false).size() +
                       printJson(call.answers.responses, /*indented=*/false).size();
  call.bytes += bytes;
  runningBytes_ += bytes;
  return std::nullopt;
}

void McpServer::ask(std::list<Running>::iterator call, const Json &asked) {
  std::variant<Json, RpcFault> made =
      call->era.isModern
          ? inputRequired(asked, call->era.capabilities, call->answers.isApproved, call->subject)
          : RpcFault{RpcError::Internal, "it asks the client for input, which needs a client of " +
                                             modernVersion.str()};
  if (const auto *fault = std::get_if<RpcFault>(&made))
    return call->tool && fault->code == RpcError::Internal ? endRefused(call, fault->message)
                                                           : end(call, *fault);
  Json result = complete(std::move(std::get<Json>(made)), call->era);
  result["resultType"] = "input_required";
  end(call, std::move(result));
}

void McpServer::start(std::list<Running>::iterator call) {
  ToolRequest request = call->tool->request;
  request.input = std::move(call->input);
  request.streamEvents = !call->progressToken.is_null();
  request.streamLogs = call->era.level.has_value();
  if (call->tool->speaksMcp && call->era.isModern)
    addClient(request.context, call->era.capabilities, call->answers);
  call->call = sandbox_.call(
      std::move(request), [this, call](const CallEvent &event) { tellEvent(*call, event); },
      [this, call](const ToolReport &report) { finish(call, report); });
}

void McpServer::tell(const Running &call, llvm::StringRef method, Json params) {
  send_({notificationLine(method, std::move(params)), call.id, McpOutput::Kind::Notice});
}

/// Reports progress only if it has grown, as the protocol requires.
void McpServer::tellEvent(Running &call, const CallEvent &event) {
  std::optional<Json> data = isHeard_ ? parseJson(event.data) : std::nullopt;
  if (!data || !data->is_object())
    return;
  if (event.name == "log") {
    const int level = call.era.isModern ? call.era.level.value_or(99) : level_;
    const int said = levelOf(data->value("level", ""));
    if (said >= level)
      tell(call, "notifications/message",
           {{"level", levels[said].str()},
            {"logger", call.tool->name},
            {"data", data->value("text", "")}});
    return;
  }
  if (call.progressToken.is_null() || (event.name != "progress" && event.name != "thinking"))
    return;
  const Json *progress = member(*data, "progress"), *total = member(*data, "total");
  const double said =
      progress && progress->is_number() ? progress->get<double>() : call.progress.value_or(0) + 1;
  if (call.progress && said <= *call.progress)
    return;
  call.progress = said;
  Json params = {{"progressToken", call.progressToken}, {"progress", said}};
  if (total && total->is_number())
    params["total"] = *total;
  if (const Json *text = member(*data, event.name == "progress" ? "message" : "step");
      text && text->is_string())
    params["message"] = *text;
  tell(call, "notifications/progress", std::move(params));
}

/// The answer of a tool that asks the client for input.
static std::optional<Json> askedBy(const OfferedTool &tool, const ToolReport &report) {
  // Parsed only if it may be one, because results are large and many.
  if (!tool.speaksMcp || report.outcome != Outcome::Ok ||
      !llvm::StringRef(report.result).contains("input_required"))
    return std::nullopt;
  std::optional<Json> answer = parseJson(report.result);
  return answer && asksForInput(*answer) ? std::move(answer) : std::nullopt;
}

void McpServer::finish(std::list<Running>::iterator call, const ToolReport &report) {
  if (std::optional<Json> asked = askedBy(*call->tool, report))
    return ask(call, *asked);
  end(call, complete(callResult(*call->tool, report), call->era));
}

} // namespace agentc
