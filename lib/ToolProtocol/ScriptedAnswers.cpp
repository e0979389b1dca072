#include "ScriptedAnswers.h"

#include "llvm/Support/Base64.h"

namespace agentc {

using Headers = std::vector<std::pair<std::string, std::string>>;

static Json headersToJson(const Headers &headers) {
  Json json = Json::array();
  for (const auto &[name, value] : headers)
    json.push_back({name, llvm::encodeBase64(value)});
  return json;
}

static void readBytes(MemberReader &reader, llvm::StringRef member, std::string &bytes) {
  std::string text;
  reader.text(member, text);
  std::vector<char> decoded;
  if (llvm::Error error = llvm::decodeBase64(text, decoded)) {
    llvm::consumeError(std::move(error));
    return reader.fail(member, "is not base64");
  }
  bytes.assign(decoded.begin(), decoded.end());
}

static void readHeaders(MemberReader &reader, Headers &headers) {
  const Json *json = reader.find("headers");
  if (!json)
    return;
  auto isHeader = [](const Json &pair) {
    return pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_string();
  };
  if (!json->is_array() || !llvm::all_of(*json, isHeader))
    return reader.fail("headers", "is not a list of pairs");
  for (const Json &pair : *json) {
    std::vector<char> value;
    if (llvm::Error error = llvm::decodeBase64(pair[1].get_ref<const std::string &>(), value)) {
      llvm::consumeError(std::move(error));
      return reader.fail("headers", "has values that are not base64");
    }
    headers.emplace_back(pair[0].get<std::string>(), std::string(value.begin(), value.end()));
  }
}

Json answerToJson(const ScriptedAnswer &answer) {
  Json json = {{"method", answer.method},
               {"url", answer.url},
               {"times", answer.times},
               {"status", answer.status},
               {"headers", headersToJson(answer.headers)},
               {"body", llvm::encodeBase64(answer.body)},
               {"delayMs", answer.delayMs}};
  if (!answer.failure.empty())
    json["failure"] = answer.failure;
  return json;
}

void readAnswer(MemberReader &reader, ScriptedAnswer &answer) {
  reader.text("method", answer.method, true);
  reader.text("url", answer.url, true);
  reader.number("times", answer.times);
  reader.number("status", answer.status);
  readHeaders(reader, answer.headers);
  readBytes(reader, "body", answer.body);
  reader.number("delayMs", answer.delayMs, 0, 3600 * 1000);
  reader.text("failure", answer.failure);
}

Json exchangeToJson(const ScriptedExchange &exchange) {
  Json json = {{"method", exchange.method},
               {"url", exchange.url},
               {"headers", headersToJson(exchange.headers)},
               {"body", llvm::encodeBase64(exchange.body)},
               {"cut", exchange.isCut}};
  if (exchange.answer)
    json["answer"] = *exchange.answer;
  return json;
}

void readExchange(MemberReader &reader, ScriptedExchange &exchange) {
  reader.text("method", exchange.method, true);
  reader.text("url", exchange.url, true);
  readHeaders(reader, exchange.headers);
  readBytes(reader, "body", exchange.body);
  reader.flag("cut", exchange.isCut);
  if (reader.find("answer"))
    reader.number("answer", exchange.answer.emplace());
}

} // namespace agentc
