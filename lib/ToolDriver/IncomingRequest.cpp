#include "IncomingRequest.h"

#include "CodeRequest.h"

#include "agentc/ToolProtocol/ToolUse.h"

#include <nlohmann/json.hpp>

namespace agentc {

static llvm::Error refuse(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Puts what a `tool_use` block says where a request says it.
static llvm::Error takeToolUse(Json &json, std::optional<std::string> &id) {
  auto block = json.find("tool_use");
  if (block == json.end())
    return llvm::Error::success();
  std::optional<ToolUse> use = toolUseFromJson(*block);
  if (!use)
    return refuse("`tool_use` is not a block with `type`, `id`, `name` and `input`");
  if (json.contains("tool") || json.contains("input") || json.contains("inputText"))
    return refuse("`tool_use` says which tool and what input; nothing else may");
  json.erase("tool_use");
  json["tool"] = use->name;
  json["inputText"] = use->input;
  id = use->id;
  return llvm::Error::success();
}

llvm::Expected<IncomingRequest> readIncoming(llvm::StringRef line) {
  JsonError error;
  std::optional<Json> json = parseJson(line, &error);
  if (!json)
    return refuse("the request is not JSON: " + error.message + " at byte " +
                  llvm::Twine(error.offset));
  IncomingRequest incoming;
  if (json->is_object()) {
    if (llvm::Error wrong = takeToolUse(*json, incoming.toolUseId))
      return wrong;
    if (json->contains("code")) {
      llvm::Expected<CodeAnswer> answer = makeRequest(*json);
      if (!answer)
        return answer.takeError();
      if (answer->report) {
        incoming.report = std::move(answer->report);
        return incoming;
      }
      *json = std::move(answer->request);
    }
  }
  llvm::Expected<ToolRequest> request = requestFromJson(*json);
  if (!request)
    return request.takeError();
  incoming.request = std::move(*request);
  return incoming;
}

std::string answerTo(const std::optional<std::string> &toolUseId, const ToolReport &report) {
  Json json = toolUseId ? toolResultToJson(*toolUseId, report) : reportToJson(report);
  return printJson(json, /*indented=*/false) + "\n";
}

} // namespace agentc
