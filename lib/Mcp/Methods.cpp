#include "Running.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

/// The member that the result of a method has.
const char *memberOf(llvm::StringRef method) {
  if (method == "resources/list")
    return "resources";
  if (method == "resources/templates/list")
    return "resourceTemplates";
  if (method == "resources/read")
    return "contents";
  if (method == "completion/complete")
    return "completion";
  return method == "prompts/list" ? "prompts" : "messages";
}

/// An error that the bundle's code gave, as this protocol version has it.
RpcFault faultOf(const Json *error, const ToolReport &report, bool isModern) {
  const Json *code = error ? member(*error, "code") : nullptr,
             *text = error ? member(*error, "message") : nullptr;
  std::string message = text && text->is_string() ? text->get<std::string>() : "";
  if (message.empty())
    message = report.error ? report.error->message : "the server's answer is not of its form";
  // Older versions have a code of their own for a missing resource.
  constexpr int notFound = -32002;
  if (code && *code == Json(notFound) && !isModern)
    return {static_cast<RpcError>(notFound), std::move(message)};
  if (code && *code == Json(-32601))
    return {RpcError::MethodNotFound, std::move(message)};
  const bool isInvalid = code && (*code == Json(-32602) || *code == Json(notFound));
  return {isInvalid ? RpcError::InvalidParams : RpcError::Internal, std::move(message)};
}

/// A page of a list, whose cursor is the position of its first element.
template <typename List, typename Show>
std::variant<Json, RpcFault> page(const List &list, const char *name, const Json &params,
                                  Show show) {
  constexpr size_t pageSize = 100;
  size_t next = 0;
  if (const Json *cursor = member(params, "cursor"))
    if (!cursor->is_string() ||
        !llvm::to_integer(cursor->get_ref<const std::string &>(), next, 10) || next == 0 ||
        next >= list.size() || next % pageSize != 0)
      return invalid("`cursor` is not one that was given");
  Json shown = Json::array();
  for (; next < list.size() && shown.size() < pageSize; ++next)
    shown.push_back(show(list[next]));
  Json result = {{name, std::move(shown)}};
  if (next < list.size())
    result["nextCursor"] = std::to_string(next);
  return result;
}

} // namespace

std::optional<McpServer::Result> McpServer::listSealed(const RpcMessage &message) const {
  if (message.method == "tools/list")
    return page(offer_.tools, "tools", message.params,
                [](const OfferedTool &tool) { return tool.definition; });
  if (!offer_.methods)
    return std::nullopt;
  auto list = offer_.methods->lists.find(message.method);
  if (list == offer_.methods->lists.end())
    return std::nullopt;
  return page(list->second, memberOf(message.method), message.params,
              [](const Json &one) { return one; });
}

Json McpServer::capabilities() const {
  Json all = {{"tools", Json::object()}, {"logging", Json::object()}};
  if (offer_.methods && offer_.methods->resources)
    all["resources"] = Json::object();
  if (offer_.methods && offer_.methods->prompts)
    all["prompts"] = Json::object();
  if (offer_.methods && offer_.methods->completions)
    all["completions"] = Json::object();
  return all;
}

bool McpServer::answersByBundle(llvm::StringRef method) const {
  if (!offer_.methods || offer_.methods->lists.count(method.str()))
    return false;
  if (method == "completion/complete")
    return offer_.methods->completions;
  if (method == "prompts/list" || method == "prompts/get")
    return offer_.methods->prompts;
  return offer_.methods->resources &&
         (method == "resources/list" || method == "resources/templates/list" ||
          method == "resources/read");
}

/// The bundle's own code answers.
void McpServer::callMethod(const RpcMessage &message, const Era &era) {
  if (isFull())
    return fail(message.id, {RpcError::Internal, "too many calls at once"});
  auto call = begin(message, era, nullptr);
  ToolRequest request = offer_.methods->request;
  Json params = message.params;
  for (const char *ofProtocol : {"_meta", "inputResponses", "requestState"})
    params.erase(ofProtocol);
  request.input =
      printJson({{"method", message.method}, {"params", std::move(params)}}, /*indented=*/false);
  call->bytes = request.input.size();
  runningBytes_ += call->bytes;
  if (std::optional<RpcFault> fault = takeAnswers(*call, message.params, request.input))
    return end(call, *fault);
  if (era.isModern)
    addClient(request.context, era.capabilities, call->answers);
  call->call = sandbox_.call(
      std::move(request), [](const CallEvent &) {},
      [this, call, method = message.method](const ToolReport &report) {
        finishMethod(call, method, report);
      });
}

void McpServer::finishMethod(std::list<Running>::iterator call, const std::string &method,
                             const ToolReport &report) {
  std::optional<Json> answer = parseJson(report.result);
  const Json *result = answer ? member(*answer, "result") : nullptr;
  const bool mayAsk = method == "prompts/get" || method == "resources/read";
  if (result && mayAsk && asksForInput(*result))
    return ask(call, *result);
  const Json *list = result ? member(*result, memberOf(method)) : nullptr;
  if (list && (method == "completion/complete" ? list->is_object() : list->is_array())) {
    Json whole = *result;
    if (call->era.isModern && method != "prompts/get" && method != "completion/complete") {
      whole["ttlMs"] = 0;
      whole["cacheScope"] = "private";
    }
    return end(call, complete(std::move(whole), call->era));
  }
  end(call, faultOf(answer ? member(*answer, "error") : nullptr, report, call->era.isModern));
}

} // namespace agentc
