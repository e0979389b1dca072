#include "agentc/ToolProtocol/ToolUse.h"

#include <nlohmann/json.hpp>

namespace agentc {

static const std::string *textOf(const Json &json, const char *member) {
  auto it = json.find(member);
  return it != json.end() ? it->get_ptr<const std::string *>() : nullptr;
}

std::optional<ToolUse> toolUseFromJson(const Json &json) {
  if (!json.is_object())
    return std::nullopt;
  const std::string *type = textOf(json, "type"), *id = textOf(json, "id"),
                    *name = textOf(json, "name");
  auto input = json.find("input");
  if (!type || *type != "tool_use" || !id || !name || input == json.end() || !input->is_object())
    return std::nullopt;
  return ToolUse{*id, *name, printJson(*input, /*indented=*/false)};
}

/// A block of the Model Context Protocol as one of the Messages API; its text where that has none.
static Json blockOf(const Json &block) {
  const std::string *type = block.is_object() ? textOf(block, "type") : nullptr;
  const std::string *text = type && *type == "text" ? textOf(block, "text") : nullptr;
  if (text)
    return {{"type", "text"}, {"text", *text}};
  if (type && *type == "image")
    if (const std::string *data = textOf(block, "data"), *mime = textOf(block, "mimeType");
        data && mime)
      return {{"type", "image"},
              {"source", {{"type", "base64"}, {"media_type", *mime}, {"data", *data}}}};
  return {{"type", "text"}, {"text", printJson(block, /*indented=*/false)}};
}

Json toolResultToJson(llvm::StringRef toolUseId, const ToolReport &report) {
  Json result = {{"type", "tool_result"}, {"tool_use_id", toolUseId.str()}};
  if (report.outcome != Outcome::Ok) {
    result["content"] = report.error ? report.error->name + ": " + report.error->message
                                     : "the call ended with " + outcomeName(report.outcome).str();
    result["is_error"] = true;
    return result;
  }
  std::optional<Json> value = parseJson(report.result);
  auto content = value && value->is_object() ? value->find("content") : Json::iterator();
  if (value && value->is_object() && content != value->end() && content->is_array()) {
    result["content"] = Json::array();
    for (const Json &block : *content)
      result["content"].push_back(blockOf(block));
    if (auto failed = value->find("isError");
        failed != value->end() && failed->is_boolean() && failed->get<bool>())
      result["is_error"] = true;
  } else if (value && value->is_string()) {
    result["content"] = *value;
  } else {
    result["content"] = report.result;
  }
  return result;
}

} // namespace agentc
