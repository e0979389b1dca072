#include "agentc/ToolProtocol/CallQuestion.h"

#include "MemberReader.h"

#include <nlohmann/json.hpp>

namespace agentc {

static constexpr const char *questionSchema = "agentc.question/1";

Json questionToJson(llvm::StringRef id, const CallQuestion &question) {
  return {{"schema", questionSchema},
          {"id", id.str()},
          {"number", question.number},
          {"service", question.service},
          {"with", parseJson(question.with).value_or(Json::object())}};
}

std::optional<CallQuestion> questionFromJson(const Json &json) {
  std::string failure, schema, id;
  MemberReader reader(json, "", failure);
  CallQuestion question;
  reader.text("schema", schema, true);
  reader.text("id", id, true);
  reader.number("number", question.number);
  reader.text("service", question.service, true);
  reader.value("with", question.with);
  reader.finish();
  if (reader.failed() || schema != questionSchema)
    return std::nullopt;
  return question;
}

Json answerToJson(llvm::StringRef call, uint32_t number, const Json &answer) {
  Json line = answer;
  line["answer"] = call.str();
  line["number"] = number;
  return line;
}

std::optional<QuestionAnswer> answerFromJson(const Json &json) {
  std::string failure;
  MemberReader reader(json, "", failure);
  QuestionAnswer answer;
  reader.text("answer", answer.call, true);
  reader.number("number", answer.number);
  Json told = Json::object();
  for (const char *member : {"value", "error", "part"})
    if (const Json *found = reader.find(member))
      told[member] = *found;
  reader.finish();
  const Json error = told.value("error", Json({{"message", ""}}));
  if (reader.failed() || told.size() != 1 || !error.is_object() ||
      !error.value("message", Json()).is_string())
    return std::nullopt;
  answer.isLast = !told.contains("part");
  answer.answer = printJson(told, /*indented=*/false);
  return answer;
}

} // namespace agentc
