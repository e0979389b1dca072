#include "Apis.h"

namespace agentc::models {

/// The text of a result's blocks; of others than text their JSON.
static std::string resultText(const Json &content) {
  if (content.is_string())
    return content.get<std::string>();
  std::string text;
  for (const Json &block : content) {
    if (!text.empty())
      text += '\n';
    text += textOf(block, "type") == "text" ? textOf(block, "text").str()
                                            : printJson(block, /*indented=*/false);
  }
  return text;
}

static Json imagePart(const Json &block) {
  const Json *source = memberOf(block, "source");
  if (!source || textOf(*source, "type") != "base64")
    return {{"type", "text"}, {"text", printJson(block, /*indented=*/false)}};
  const std::string url =
      ("data:" + textOf(*source, "media_type") + ";base64," + textOf(*source, "data")).str();
  return {{"type", "image_url"}, {"image_url", {{"url", url}}}};
}

/// A user's message: each result of a tool is a message of its own, and comes first.
static void addUser(const Json &content, Json &messages) {
  Json parts = Json::array();
  for (const Json &block : content) {
    const llvm::StringRef type = textOf(block, "type");
    if (type == "tool_result") {
      const Json *result = memberOf(block, "content");
      const Json *isError = memberOf(block, "is_error");
      std::string text = result ? resultText(*result) : "";
      if (isError && isError->is_boolean() && isError->get<bool>())
        text.insert(0, "Error: ");
      messages.push_back({{"role", "tool"},
                          {"tool_call_id", textOf(block, "tool_use_id").str()},
                          {"content", std::move(text)}});
    } else if (type == "text") {
      parts.push_back({{"type", "text"}, {"text", textOf(block, "text").str()}});
    } else {
      parts.push_back(imagePart(block));
    }
  }
  if (!parts.empty())
    messages.push_back({{"role", "user"}, {"content", std::move(parts)}});
}

static Json assistantMessage(const Json &content) {
  Json message = {{"role", "assistant"}, {"content", nullptr}};
  std::string text;
  Json calls = Json::array();
  for (const Json &block : content) {
    const llvm::StringRef type = textOf(block, "type");
    if (type == "text") {
      text += textOf(block, "text");
    } else if (type == "tool_use") {
      const Json *input = memberOf(block, "input");
      calls.push_back({{"id", textOf(block, "id").str()},
                       {"type", "function"},
                       {"function",
                        {{"name", textOf(block, "name").str()},
                         {"arguments", input ? printJson(*input, /*indented=*/false) : "{}"}}}});
    }
  }
  if (!text.empty() || calls.empty())
    message["content"] = std::move(text);
  if (!calls.empty())
    message["tool_calls"] = std::move(calls);
  return message;
}

std::string openAiBody(const ModelRequest &request) {
  Json messages = Json::array();
  if (!request.system.empty())
    messages.push_back({{"role", "system"}, {"content", request.system}});
  for (const Json &message : request.messages) {
    const Json &content = message["content"];
    const bool isAssistant = textOf(message, "role") == "assistant";
    if (content.is_string())
      messages.push_back({{"role", textOf(message, "role").str()}, {"content", content}});
    else if (isAssistant)
      messages.push_back(assistantMessage(content));
    else
      addUser(content, messages);
  }
  Json body = {{"model", request.model},
               {"messages", std::move(messages)},
               {"max_tokens", request.maxTokens},
               {"stream", true},
               {"stream_options", {{"include_usage", true}}}};
  for (const Json &tool : request.tools)
    body["tools"].push_back({{"type", "function"},
                             {"function",
                              {{"name", tool["name"]},
                               {"description", textOf(tool, "description").str()},
                               {"parameters", tool["input_schema"]}}}});
  if (request.temperature)
    body["temperature"] = *request.temperature;
  return printJson(body, /*indented=*/false);
}

} // namespace agentc::models
