#include "Apis.h"

namespace agentc::models {

namespace {

/// Most calls in one answer.
constexpr size_t mostCalls = 128;

class OpenAiReader final : public AnswerReader {
public:
  std::variant<ModelAnswer, ModelFailure> finish() override;

private:
  struct Call {
    std::string id, name, arguments;
  };

  std::optional<ModelFailure> take(const Json &event) override;
  std::optional<ModelFailure> takeCall(const Json &part);
  void takeUsage(const Json &usage);

  std::string text_;
  std::vector<Call> calls_;
};

void OpenAiReader::takeUsage(const Json &usage) {
  const Json *details = memberOf(usage, "prompt_tokens_details");
  answer_.usage.cacheRead = details ? countOf(*details, "cached_tokens") : 0;
  // They are also counted in the prompt's tokens.
  const uint64_t prompt = countOf(usage, "prompt_tokens");
  answer_.usage.input = prompt - std::min(prompt, answer_.usage.cacheRead);
  answer_.usage.output = countOf(usage, "completion_tokens");
}

/// The Messages API's name for a stop reason.
std::string stopReasonOf(llvm::StringRef reason) {
  if (reason == "tool_calls" || reason == "function_call")
    return "tool_use";
  if (reason == "length")
    return "max_tokens";
  if (reason == "content_filter")
    return "refusal";
  return "end_turn";
}

std::optional<ModelFailure> OpenAiReader::take(const Json &event) {
  if (const Json *error = memberOf(event, "error"); error && !error->is_null())
    return failureOf(0, *error);
  if (answer_.model.empty())
    answer_.model = textOf(event, "model").str();
  if (const Json *usage = memberOf(event, "usage"); usage && usage->is_object())
    takeUsage(*usage);
  const Json *choices = memberOf(event, "choices");
  if (!choices || !choices->is_array() || choices->empty())
    return std::nullopt;
  const Json &choice = choices->front();
  if (const llvm::StringRef reason = textOf(choice, "finish_reason"); !reason.empty())
    answer_.stopReason = stopReasonOf(reason);
  const Json *delta = memberOf(choice, "delta");
  if (!delta)
    return std::nullopt;
  // Some servers stream thoughts; they cannot be sent back.
  for (const char *name : {"reasoning_content", "reasoning"})
    addDelta(ModelDelta::Kind::Thinking, textOf(*delta, name));
  size_t bytes = 0;
  for (const char *name : {"content", "refusal"}) {
    text_ += textOf(*delta, name);
    bytes += textOf(*delta, name).size();
    addDelta(ModelDelta::Kind::Text, textOf(*delta, name));
  }
  if (const Json *parts = memberOf(*delta, "tool_calls"); parts && parts->is_array())
    for (const Json &part : *parts)
      if (std::optional<ModelFailure> failure = takeCall(part))
        return failure;
  return count(bytes);
}

std::optional<ModelFailure> OpenAiReader::takeCall(const Json &part) {
  const uint64_t index = countOf(part, "index");
  if (index > calls_.size() || index >= mostCalls)
    return malformed("a tool's call begins out of order");
  if (index == calls_.size())
    calls_.push_back({"call_" + std::to_string(index), "", ""});
  Call &call = calls_[index];
  if (const llvm::StringRef id = textOf(part, "id"); !id.empty())
    call.id = id.str();
  const Json *function = memberOf(part, "function");
  if (!function)
    return std::nullopt;
  call.name += textOf(*function, "name");
  call.arguments += textOf(*function, "arguments");
  return count(textOf(part, "id").size() + textOf(*function, "name").size() +
               textOf(*function, "arguments").size());
}

std::variant<ModelAnswer, ModelFailure> OpenAiReader::finish() {
  // Some servers end without `[DONE]`.
  if (answer_.stopReason.empty())
    return ModelFailure{"broken_stream", "the model's stream ended before its answer", true};
  if (!llvm::StringRef(text_).trim().empty())
    answer_.content.push_back({{"type", "text"}, {"text", std::move(text_)}});
  std::map<std::string, bool> seen;
  for (const Call &call : calls_) {
    if (call.name.empty() || !seen.emplace(call.id, true).second)
      return malformed("a tool's call has no name, or no id of its own");
    Json block = {{"type", "tool_use"}, {"id", call.id}, {"name", call.name}};
    setToolInput(answer_, block, call.arguments);
    answer_.content.push_back(std::move(block));
  }
  // Some servers say `stop` where they ask for tools.
  if (!calls_.empty() && answer_.stopReason == "end_turn")
    answer_.stopReason = "tool_use";
  return std::move(answer_);
}

} // namespace

std::unique_ptr<AnswerReader> makeOpenAiReader() { return std::make_unique<OpenAiReader>(); }

} // namespace agentc::models
