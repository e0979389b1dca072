#include "Apis.h"

namespace agentc::models {

AnswerReader::~AnswerReader() = default;

ModelUsage &ModelUsage::operator+=(const ModelUsage &other) {
  input += other.input;
  output += other.output;
  cacheRead += other.cacheRead;
  cacheWritten += other.cacheWritten;
  return *this;
}

Json usageToJson(const ModelUsage &usage) {
  return {{"inputTokens", usage.input},
          {"outputTokens", usage.output},
          {"cacheReadTokens", usage.cacheRead},
          {"cacheWriteTokens", usage.cacheWritten}};
}

ModelUsage usageFromJson(const Json &json) {
  return {countOf(json, "inputTokens"), countOf(json, "outputTokens"),
          countOf(json, "cacheReadTokens"), countOf(json, "cacheWriteTokens")};
}

ModelFailure malformed(const llvm::Twine &why) {
  return {"malformed_stream", ("the model's stream is malformed: " + why).str(), true};
}

std::optional<ModelFailure> AnswerReader::feed(llvm::StringRef bytes) {
  std::optional<ModelFailure> failure;
  const bool isGood = events_.feed(bytes, [&](const ServerSentEvent &told) {
    const std::string &data = told.data;
    // Bytes after the end are ignored.
    if (isWhole_)
      return true;
    if (data == "[DONE]") {
      isWhole_ = true;
      return true;
    }
    const std::optional<Json> event = parseJson(data);
    if (event && event->is_object())
      failure = take(*event);
    else
      failure = malformed("an event's data is not a JSON object");
    return !failure;
  });
  if (!isGood && !failure)
    failure =
        malformed("an event has more than " + llvm::Twine(ServerSentEvents::mostBytes) + " bytes");
  return failure;
}

void AnswerReader::addDelta(ModelDelta::Kind kind, llvm::StringRef text) {
  if (text.empty())
    return;
  if (deltas_.empty() || deltas_.back().kind != kind)
    deltas_.push_back({kind, ""});
  deltas_.back().text += text;
}

std::optional<ModelFailure> AnswerReader::count(size_t bytes) {
  bytes_ += bytes;
  if (bytes_ <= mostAnswerBytes)
    return std::nullopt;
  return ModelFailure{"answer_too_large", "the model's answer has more than " +
                                              std::to_string(mostAnswerBytes) + " bytes"};
}

void setToolInput(ModelAnswer &answer, Json &block, llvm::StringRef text) {
  block["input"] = Json::object();
  // A tool without arguments gets no text.
  if (text.trim().empty())
    return;
  std::optional<Json> input = parseJson(text);
  if (input && input->is_object())
    block["input"] = std::move(*input);
  else
    answer.badInputs[block["id"].get<std::string>()] = text.str();
}

std::unique_ptr<AnswerReader> makeAnswerReader(Api api) {
  return api == Api::Anthropic ? makeAnthropicReader() : makeOpenAiReader();
}

} // namespace agentc::models
