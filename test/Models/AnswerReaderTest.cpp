// Streams are cut at every byte, which no server lets a test do to it.
#include "agentc/Models/AnswerReader.h"

#include <gtest/gtest.h>

using namespace agentc;
using namespace agentc::models;

namespace {

/// The outcome of a stream that comes in these pieces, as one text.
std::string read(Api api, llvm::ArrayRef<llvm::StringRef> pieces) {
  const std::unique_ptr<AnswerReader> reader = makeAnswerReader(api);
  std::string text, thoughts;
  std::optional<ModelFailure> failure;
  for (size_t i = 0; i < pieces.size() && !failure; ++i) {
    failure = reader->feed(pieces[i]);
    for (const ModelDelta &delta : reader->takeDeltas())
      (delta.kind == ModelDelta::Kind::Text ? text : thoughts) += delta.text;
  }
  std::variant<ModelAnswer, ModelFailure> end =
      failure ? std::variant<ModelAnswer, ModelFailure>(*failure) : reader->finish();
  if (const auto *failed = std::get_if<ModelFailure>(&end))
    return failed->code + ": " + failed->message;
  const auto &answer = std::get<ModelAnswer>(end);
  const std::string bad =
      answer.badInputs.empty() ? "" : " bad " + answer.badInputs.begin()->second;
  return "text " + text + " thoughts " + thoughts + " content " +
         printJson(answer.content, /*indented=*/false) + " stop " + answer.stopReason + " usage " +
         printJson(usageToJson(answer.usage), /*indented=*/false) + bad;
}

std::string read(Api api, llvm::StringRef stream) { return read(api, llvm::ArrayRef(stream)); }

/// Reads a stream whole, by single bytes, and cut once at each byte; all must agree.
std::string readEveryWay(Api api, llvm::StringRef stream) {
  const std::string whole = read(api, stream);
  std::vector<llvm::StringRef> bytes;
  for (size_t i = 0; i < stream.size(); ++i) {
    bytes.push_back(stream.substr(i, 1));
    EXPECT_EQ(read(api, {stream.take_front(i), stream.drop_front(i)}), whole) << i;
  }
  EXPECT_EQ(read(api, bytes), whole);
  return whole;
}

std::string event(llvm::StringRef data) { return ("data: " + data + "\n\n").str(); }

const std::string anthropicStart = event(
    R"({"type":"message_start","message":{"model":"m","usage":{"input_tokens":9,"cache_read_input_tokens":4,"output_tokens":1}}})");
const std::string anthropicEnd =
    event(
        R"({"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":30}})") +
    event(R"({"type":"message_stop"})");

std::string block(int index, llvm::StringRef block, std::vector<std::string> deltas) {
  const std::string at = "\"index\":" + std::to_string(index);
  std::string text =
      event("{\"type\":\"content_block_start\"," + at + ",\"content_block\":" + block.str() + "}");
  for (const std::string &delta : deltas)
    text += event("{\"type\":\"content_block_delta\"," + at + ",\"delta\":" + delta + "}");
  return text + event("{\"type\":\"content_block_stop\"," + at + "}");
}

TEST(AnthropicReader, IsCutAtEveryByte) {
  const std::string stream =
      "\xef\xbb\xbf: hello\nevent: message_start\n" + anthropicStart +
      block(0, R"({"type":"thinking","thinking":""})",
            {R"({"type":"thinking_delta","thinking":"so\n"})",
             R"({"type":"signature_delta","signature":"c2ln"})"}) +
      "event: ping\ndata: {\"type\": \"ping\"}\n\n" +
      block(
          1, R"({"type":"text","text":""})",
          {R"({"type":"text_delta","text":"Grüße "})",
           R"({"type":"text_delta","text":"\ud83d\ude00"})",
           R"({"type":"citations_delta","citation":{"type":"char_location","cited_text":"a"}})"}) +
      block(2, R"({"type":"tool_use","id":"t1","name":"one","input":{}})",
            {R"({"type":"input_json_delta","partial_json":"{\"a\":"})",
             R"({"type":"input_json_delta","partial_json":"1}"})"}) +
      block(3, R"({"type":"tool_use","id":"t2","name":"two","input":{}})", {}) +
      block(4, R"({"type":"future_block","x":1})", {R"({"type":"future_delta","y":2})"}) +
      event(R"({"type":"future_event"})") + anthropicEnd;
  EXPECT_EQ(
      readEveryWay(Api::Anthropic, stream),
      "text Grüße 😀 thoughts so\n content "
      R"([{"type":"thinking","thinking":"so\n","signature":"c2ln"},{"type":"text","text":"Grüße 😀",)"
      R"("citations":[{"type":"char_location","cited_text":"a"}]},{"type":"tool_use","id":"t1","name":)"
      R"("one","input":{"a":1}},{"type":"tool_use","id":"t2","name":"two","input":{}},)"
      R"({"type":"future_block","x":1}] stop tool_use usage {"inputTokens":9,"outputTokens":30,)"
      R"("cacheReadTokens":4,"cacheWriteTokens":0})");
  std::string windows = stream;
  for (size_t at = 0; (at = windows.find('\n', at)) != std::string::npos; at += 2)
    windows.insert(at, 1, '\r');
  EXPECT_EQ(readEveryWay(Api::Anthropic, windows), read(Api::Anthropic, stream));
  // Every stream that ends too early is broken, wherever it does.
  for (size_t i = 0; i < stream.size() - 1; ++i)
    EXPECT_TRUE(llvm::StringRef(read(Api::Anthropic, llvm::StringRef(stream).take_front(i)))
                    .starts_with("broken_stream"))
        << i;
}

TEST(AnthropicReader, TellsBadArguments) {
  for (const char *arguments : {R"({\"a\":)", "[1]", "1", R"({\"a\":1,\"a\":2})"})
    EXPECT_NE(read(Api::Anthropic,
                   anthropicStart +
                       block(0, R"({"type":"tool_use","id":"t1","name":"one","input":{}})",
                             {std::string(R"({"type":"input_json_delta","partial_json":")") +
                              arguments + "\"}"}) +
                       anthropicEnd)
                  .find(R"("input":{}}] stop tool_use)"),
              std::string::npos)
        << arguments;
}

TEST(AnthropicReader, RefusesWhatIsOutOfOrder) {
  const std::string text = R"({"type":"text","text":"a"})",
                    tool = R"({"type":"tool_use","id":"t","name":"n","input":{}})";
  for (
      const std::string &stream :
      {block(0, text, {}), anthropicStart + anthropicStart, anthropicStart + block(1, text, {}),
       anthropicStart + block(0, tool, {}) + block(1, tool, {}),
       anthropicStart + block(0, R"({"type":"tool_use","id":"","name":"n"})", {}),
       anthropicStart + block(0, "{}", {}), anthropicStart + block(0, "null", {}),
       anthropicStart +
           event(
               R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}})"),
       anthropicStart + event(R"({"type":"content_block_stop","index":0})"),
       anthropicStart +
           event(R"({"type":"content_block_start","index":0,"content_block":{"type":"text"}})") +
           anthropicEnd,
       event("[1]"), event("{"), event("{\"type\":\"message_start\"}")})
    EXPECT_TRUE(llvm::StringRef(read(Api::Anthropic, stream)).starts_with("malformed_stream"))
        << stream;
}

TEST(AnthropicReader, TellsErrorsInTheMiddle) {
  EXPECT_EQ(
      read(Api::Anthropic,
           anthropicStart +
               event(R"({"type":"error","error":{"type":"overloaded_error","message":"busy"}})")),
      "overloaded: busy");
  EXPECT_EQ(read(Api::Anthropic, event(R"({"type":"error"})")),
            "invalid_request: the model's server reports an error");
}

TEST(AnthropicReader, IsBounded) {
  const std::string part = std::string(1 << 20, 'a');
  std::vector<std::string> deltas(5, R"({"type":"text_delta","text":")" + part + "\"}");
  const std::string stream = anthropicStart + block(0, R"({"type":"text","text":""})", deltas);
  EXPECT_TRUE(llvm::StringRef(read(Api::Anthropic, stream)).starts_with("answer_too_large"));
  const std::string endless = "data: " + std::string(9 << 20, 'a');
  EXPECT_TRUE(llvm::StringRef(read(Api::Anthropic, endless)).starts_with("malformed_stream"));
}

TEST(OpenAiReader, IsCutAtEveryByte) {
  const std::string stream =
      event(R"({"model":"g","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]})") +
      event(R"({"choices":[{"delta":{"reasoning_content":"so"}}]})") +
      event(R"({"choices":[{"delta":{"content":"Grü"}}]})") +
      event(R"({"choices":[{"delta":{"content":"ße"}}]})") +
      event(
          R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"one","arguments":""}}]}}]})") +
      event(
          R"({"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"a\""}}]}}]})") +
      event(
          R"({"choices":[{"delta":{"tool_calls":[{"index":1,"id":"c2","function":{"name":"two","arguments":"{"}},{"index":0,"function":{"arguments":":1}"}}]}}]})") +
      event(R"({"choices":[{"delta":{},"finish_reason":"tool_calls"}]})") +
      event(
          R"({"choices":[],"usage":{"prompt_tokens":20,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":8}}})") +
      event("[DONE]");
  EXPECT_EQ(
      readEveryWay(Api::OpenAi, stream),
      "text Grüße thoughts so content "
      R"([{"type":"text","text":"Grüße"},{"type":"tool_use","id":"c1","name":"one","input":{"a":1}},)"
      R"({"type":"tool_use","id":"c2","name":"two","input":{}}] stop tool_use usage )"
      R"({"inputTokens":12,"outputTokens":5,"cacheReadTokens":8,"cacheWriteTokens":0} bad {)");
}

TEST(OpenAiReader, TellsErrorsAndBrokenStreams) {
  EXPECT_EQ(
      read(Api::OpenAi, event(R"({"error":{"message":"slow down","type":"rate_limit_exceeded"}})")),
      "rate_limited: slow down");
  EXPECT_EQ(read(Api::OpenAi, event(R"({"choices":[{"delta":{"content":"a"}}]})")),
            "broken_stream: the model's stream ended before its answer");
  EXPECT_TRUE(
      llvm::StringRef(
          read(Api::OpenAi, event(R"({"choices":[{"delta":{"tool_calls":[{"index":5}]}}]})")))
          .starts_with("malformed_stream"));
  EXPECT_TRUE(
      llvm::StringRef(
          read(
              Api::OpenAi,
              event(
                  R"({"choices":[{"delta":{"tool_calls":[{"index":0}]},"finish_reason":"stop"}]})")))
          .starts_with("malformed_stream"));
}

} // namespace
