#include "CallResult.h"

namespace agentc {

static Json textBlock(std::string text) { return {{"type", "text"}, {"text", std::move(text)}}; }

static Json failure(std::string text) {
  return {{"content", {textBlock(std::move(text))}}, {"isError", true}};
}

/// Names the limit that ended a call; what the tool threw speaks for itself.
static std::string failureText(const ToolReport &report) {
  const std::string outcome = outcomeName(report.outcome).str();
  if (!report.error)
    return "the call ended with " + outcome;
  const ToolError &error = *report.error;
  if (report.outcome != Outcome::Threw && error.name == "Error")
    return outcome + ": " + error.message;
  return error.name == "Error" ? error.message : error.name + ": " + error.message;
}

static bool hasTexts(const Json &block, std::initializer_list<const char *> members) {
  return llvm::all_of(members, [&](const char *member) {
    auto found = block.find(member);
    return found != block.end() && found->is_string();
  });
}

static bool isResource(const Json &block) {
  auto resource = block.find("resource");
  return resource != block.end() && resource->is_object() &&
         (hasTexts(*resource, {"uri", "text"}) || hasTexts(*resource, {"uri", "blob"}));
}

static bool isBlock(const Json &block) {
  if (!block.is_object() || !hasTexts(block, {"type"}))
    return false;
  const std::string &type = block["type"].get_ref<const std::string &>();
  if (type == "text")
    return hasTexts(block, {"text"});
  if (type == "image" || type == "audio")
    return hasTexts(block, {"data", "mimeType"});
  if (type == "resource_link")
    return hasTexts(block, {"uri", "name"});
  return type == "resource" && isResource(block);
}

/// Returns the answer of a server's tool, if it has the protocol's form.
static std::optional<Json> ownResult(const Json &value) {
  auto content = value.is_object() ? value.find("content") : value.end();
  if (!value.is_object() || content == value.end() || !content->is_array())
    return std::nullopt;
  Json result = {{"content", Json::array()}};
  for (const Json &block : *content)
    result["content"].push_back(isBlock(block) ? block
                                               : textBlock(printJson(block, /*indented=*/false)));
  for (const char *member : {"structuredContent", "_meta"})
    if (auto found = value.find(member); found != value.end() && found->is_object())
      result[member] = *found;
  if (auto failed = value.find("isError"); failed != value.end() && failed->is_boolean())
    result["isError"] = *failed;
  return result;
}

Json callResult(const OfferedTool &tool, const ToolReport &report) {
  if (report.outcome != Outcome::Ok)
    return failure(failureText(report));
  std::optional<Json> value = parseJson(report.result);
  if (!value)
    return failure("the result is not JSON");
  if (tool.speaksMcp)
    if (std::optional<Json> own = ownResult(*value))
      return std::move(*own);
  const std::string *text = value->get_ptr<const std::string *>();
  Json result = {{"content", {textBlock(text ? *text : printJson(*value, /*indented=*/false))}}};
  if (tool.definition.contains("outputSchema") && value->is_object())
    result["structuredContent"] = std::move(*value);
  return result;
}

} // namespace agentc
