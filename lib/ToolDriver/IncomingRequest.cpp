#include "IncomingRequest.h"

#include "CodeRequest.h"

#include "agentc/ToolProtocol/ToolUse.h"

#include <nlohmann/json.hpp>

namespace agentc {

static llvm::Error refuseRequest(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Puts what a `tool_use` block says where a request says it.
static llvm::Error takeToolUse(Json &json, std::optional<std::string> &id) {
  auto block = json.find("tool_use");
  if (block == json.end())
    return llvm::Error::success();
  std::optional<ToolUse> use = toolUseFromJson(*block);
  if (!use)
    return refuseRequest("`tool_use` is not a block with `type`, `id`, `name` and `input`");
  if (json.contains("tool") || json.contains("input") || json.contains("inputText"))
    return refuseRequest("`tool_use` says which tool and what input; nothing else may");
  json.erase("tool_use");
  json["tool"] = use->name;
  json["inputText"] = use->input;
  id = use->id;
  return llvm::Error::success();
}

/// A line that is not a request, and is answered by nothing.
static llvm::Expected<bool> readUnanswered(const Json &json, ImageFinder sent,
                                           IncomingRequest &incoming) {
  if (auto cancel = json.find("cancel"); cancel != json.end()) {
    if (!cancel->is_string() || json.size() > 1)
      return refuseRequest("`cancel` stands alone, and is the id of a request");
    incoming.cancels = cancel->get<std::string>();
    return true;
  }
  if (json.contains("answer")) {
    incoming.answer = answerFromJson(json);
    if (!incoming.answer)
      return refuseRequest(
          "`answer` is the id of a request, beside the `number` of a question of its own "
          "and one of `value`, `error` and `part`");
    return true;
  }
  auto schema = json.find("schema");
  if (schema != json.end() && *schema == commonSchema) {
    llvm::Expected<CommonPart> part = commonFromJson(json, sent);
    if (!part)
      return part.takeError();
    incoming.common = std::move(*part);
    return true;
  }
  if (schema == json.end() || *schema != sentImageSchema)
    return false;
  llvm::Expected<SharedImage> image = sentAhead(json);
  if (!image)
    return image.takeError();
  incoming.image = std::move(*image);
  return true;
}

llvm::Expected<IncomingRequest> readIncoming(llvm::StringRef line, ImageFinder sent,
                                             CommonFinder common) {
  JsonError error;
  std::optional<Json> json = parseJson(line, &error);
  if (!json)
    return refuseRequest("the request is not JSON: " + error.message + " at byte " +
                         llvm::Twine(error.offset));
  IncomingRequest incoming;
  if (json->is_object()) {
    llvm::Expected<bool> isRead = readUnanswered(*json, sent, incoming);
    if (!isRead)
      return isRead.takeError();
    if (*isRead)
      return incoming;
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
  llvm::Expected<ToolRequest> request = requestFromJson(*json, sent, common);
  if (!request)
    return request.takeError();
  incoming.request = std::move(*request);
  return incoming;
}

std::string answerTo(const AnswerForm &form, const ToolReport &report) {
  Json json = form.toolUseId ? toolResultToJson(*form.toolUseId, report)
              : form.isBrief ? briefReportToJson(report)
                             : reportToJson(report);
  return printJson(json, /*indented=*/false) + "\n";
}

} // namespace agentc
