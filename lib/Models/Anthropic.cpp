#include "Apis.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::models {

/// Messages as the API takes them: a thought goes back only with the signature that proves it.
static Json messagesFor(const Json &messages) {
  Json sent = Json::array();
  for (const Json &message : messages) {
    Json copy = message;
    if (Json &content = copy["content"]; content.is_array())
      llvm::erase_if(content.get_ref<Json::array_t &>(), [](const Json &block) {
        return textOf(block, "type") == "thinking" && textOf(block, "signature").empty();
      });
    sent.push_back(std::move(copy));
  }
  return sent;
}

std::string anthropicBody(const ModelRequest &request) {
  // The server caches the prompt up to a mark for the next round.
  const Json mark = {{"type", "ephemeral"}};
  Json body = {{"model", request.model}, {"max_tokens", request.maxTokens}, {"stream", true}};
  if (!request.system.empty())
    body["system"] =
        Json::array({{{"type", "text"}, {"text", request.system}, {"cache_control", mark}}});
  body["messages"] = messagesFor(request.messages);
  if (!request.tools.empty()) {
    body["tools"] = request.tools;
    body["tools"].back()["cache_control"] = mark;
  }
  if (request.temperature)
    body["temperature"] = *request.temperature;
  return printJson(body, /*indented=*/false);
}

/// A block's member that is, or is made, a string.
static std::string &textIn(Json &block, const char *member) {
  Json &value = block[member];
  if (!value.is_string())
    value = "";
  return value.get_ref<std::string &>();
}

namespace {

class AnthropicReader final : public AnswerReader {
public:
  std::variant<ModelAnswer, ModelFailure> finish() override;

private:
  struct Block {
    Json json;
    std::string input; ///< of a tool, as far as it came
    bool isOpen = true;
  };

  std::optional<ModelFailure> take(const Json &event) override;
  std::optional<ModelFailure> startBlock(const Json &event);
  std::optional<ModelFailure> changeBlock(const Json &event);
  std::optional<ModelFailure> stopBlock(const Json &event);
  Block *openBlock(const Json &event);
  void takeUsage(const Json *usage);

  std::vector<Block> blocks_;
  bool isBegun_ = false;
};

void AnthropicReader::takeUsage(const Json *usage) {
  if (!usage)
    return;
  // Counts are of the whole answer so far; those that did not change may be left out.
  const auto take = [&](const char *name, uint64_t &count) {
    if (memberOf(*usage, name))
      count = std::max(count, countOf(*usage, name));
  };
  take("input_tokens", answer_.usage.input);
  take("output_tokens", answer_.usage.output);
  take("cache_read_input_tokens", answer_.usage.cacheRead);
  take("cache_creation_input_tokens", answer_.usage.cacheWritten);
}

std::optional<ModelFailure> AnthropicReader::take(const Json &event) {
  const llvm::StringRef type = textOf(event, "type");
  if (type == "error") {
    const Json *error = memberOf(event, "error");
    return failureOf(0, error ? *error : Json());
  }
  if (type == "message_start") {
    const Json *message = memberOf(event, "message");
    if (!message || std::exchange(isBegun_, true))
      return malformed("a message begins twice, or without itself");
    answer_.model = textOf(*message, "model").str();
    takeUsage(memberOf(*message, "usage"));
    return std::nullopt;
  }
  const bool isOfMessage = type.starts_with("content_block_") || type.starts_with("message_");
  if (isOfMessage && !isBegun_)
    return malformed("`" + type + "` comes before `message_start`");
  if (type == "content_block_start")
    return startBlock(event);
  if (type == "content_block_delta")
    return changeBlock(event);
  if (type == "content_block_stop")
    return stopBlock(event);
  if (type == "message_delta") {
    if (const Json *delta = memberOf(event, "delta");
        delta && !textOf(*delta, "stop_reason").empty())
      answer_.stopReason = textOf(*delta, "stop_reason").str();
    takeUsage(memberOf(event, "usage"));
  } else if (type == "message_stop") {
    isWhole_ = true;
  }
  // `ping`, and kinds that the API may add.
  return std::nullopt;
}

std::optional<ModelFailure> AnthropicReader::startBlock(const Json &event) {
  const Json *block = memberOf(event, "content_block");
  if (!block || textOf(*block, "type").empty() || !memberOf(event, "index") ||
      countOf(event, "index") != blocks_.size() || (!blocks_.empty() && blocks_.back().isOpen))
    return malformed("a block begins out of order");
  if (textOf(*block, "type") == "tool_use") {
    const llvm::StringRef id = textOf(*block, "id");
    const bool isTwice =
        llvm::any_of(blocks_, [&](const Block &one) { return textOf(one.json, "id") == id; });
    if (id.empty() || textOf(*block, "name").empty() || isTwice)
      return malformed("a tool's call has no name, or no id of its own");
  }
  blocks_.push_back({*block, ""});
  addDelta(ModelDelta::Kind::Text, textOf(*block, "text"));
  addDelta(ModelDelta::Kind::Thinking, textOf(*block, "thinking"));
  return count(printJson(*block, /*indented=*/false).size());
}

AnthropicReader::Block *AnthropicReader::openBlock(const Json &event) {
  const bool isLast = memberOf(event, "index") && countOf(event, "index") + 1 == blocks_.size();
  return isLast && blocks_.back().isOpen ? &blocks_.back() : nullptr;
}

std::optional<ModelFailure> AnthropicReader::changeBlock(const Json &event) {
  Block *block = openBlock(event);
  const Json *delta = memberOf(event, "delta");
  if (!block || !delta)
    return malformed("a delta belongs to no open block");
  const llvm::StringRef type = textOf(*delta, "type");
  size_t bytes = 0;
  const auto append = [&](std::string &to, const char *member) {
    to += textOf(*delta, member);
    bytes = textOf(*delta, member).size();
  };
  if (type == "text_delta") {
    addDelta(ModelDelta::Kind::Text, textOf(*delta, "text"));
    append(textIn(block->json, "text"), "text");
  } else if (type == "thinking_delta") {
    addDelta(ModelDelta::Kind::Thinking, textOf(*delta, "thinking"));
    append(textIn(block->json, "thinking"), "thinking");
  } else if (type == "signature_delta") {
    append(textIn(block->json, "signature"), "signature");
  } else if (type == "input_json_delta") {
    append(block->input, "partial_json");
  } else if (const Json *citation = memberOf(*delta, "citation");
             type == "citations_delta" && citation) {
    Json &citations = block->json["citations"];
    if (!citations.is_array())
      citations = Json::array();
    citations.push_back(*citation);
    bytes = printJson(*citation, /*indented=*/false).size();
  }
  return count(bytes);
}

std::optional<ModelFailure> AnthropicReader::stopBlock(const Json &event) {
  Block *block = openBlock(event);
  if (!block)
    return malformed("a block ends that is not open");
  block->isOpen = false;
  const llvm::StringRef type = textOf(block->json, "type");
  if (type == "tool_use" || (type == "server_tool_use" && !block->input.empty()))
    setToolInput(answer_, block->json, block->input);
  return std::nullopt;
}

std::variant<ModelAnswer, ModelFailure> AnthropicReader::finish() {
  if (!isWhole_)
    return ModelFailure{"broken_stream", "the model's stream ended before its answer", true};
  for (Block &block : blocks_) {
    if (block.isOpen)
      return malformed("the message ends within a block");
    // The API refuses an empty text when it comes back.
    if (textOf(block.json, "type") != "text" || !textOf(block.json, "text").trim().empty())
      answer_.content.push_back(std::move(block.json));
  }
  return std::move(answer_);
}

} // namespace

std::unique_ptr<AnswerReader> makeAnthropicReader() { return std::make_unique<AnthropicReader>(); }

} // namespace agentc::models
