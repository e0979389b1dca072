#include "agentc/ToolProtocol/PlatformScript.h"

#include "MemberReader.h"

namespace agentc {

/// A value that must be an object, as JSON text.
static void readObject(MemberReader &reader, llvm::StringRef member, std::string &target) {
  if (const Json *value = reader.find(member); value && !value->is_object())
    reader.fail(member, "is not an object");
  reader.value(member, target);
}

static PlatformScript::ModelAnswer readAnswer(MemberReader &reader) {
  PlatformScript::ModelAnswer answer;
  auto optional = [&](llvm::StringRef member, std::optional<std::string> &target) {
    if (reader.find(member))
      reader.text(member, target.emplace());
  };
  optional("when", answer.when);
  optional("error", answer.error);
  reader.text("content", answer.content);
  reader.texts("deltas", answer.deltas);
  reader.objects("toolCalls", [&](MemberReader &item) {
    PlatformScript::ToolCall &call = answer.toolCalls.emplace_back();
    item.text("id", call.id);
    item.text("name", call.name, /*required=*/true);
    call.arguments = "{}";
    readObject(item, "arguments", call.arguments);
  });
  readObject(reader, "usage", answer.usage);
  if (answer.content.empty())
    for (const std::string &delta : answer.deltas)
      answer.content += delta;
  return answer;
}

static void readResults(MemberReader &reader, std::string &target) {
  if (!reader.find("results"))
    return;
  // Read for its mistakes; what is kept is the text.
  reader.objects("results", [&](MemberReader &item) {
    std::string ignored;
    double score = 0;
    item.text("content", ignored, /*required=*/true);
    item.text("id", ignored);
    item.text("source", ignored);
    item.number("score", score);
    readObject(item, "metadata", ignored);
  });
  reader.value("results", target);
}

llvm::Expected<PlatformScript> platformFromJson(const Json &json) {
  std::string failure;
  MemberReader reader(json, "", failure);
  PlatformScript script;
  std::string schema;
  reader.text("$schema", schema);
  reader.object("llm", [&](MemberReader &item) {
    script.answers.emplace();
    item.objects("answers",
                 [&](MemberReader &answer) { script.answers->push_back(readAnswer(answer)); });
  });
  reader.object("rag", [&](MemberReader &item) {
    readResults(item, script.results);
    item.text("folder", script.knowledgeFolder);
    if (!script.results.empty() && !script.knowledgeFolder.empty())
      item.fail("folder", "stands beside `results`; there can be one of them");
  });
  reader.object("history", [&](MemberReader &item) {
    item.objects("messages", [&](MemberReader &message) {
      PlatformScript::Message &one = script.history.emplace_back();
      message.text("role", one.role, /*required=*/true);
      message.text("content", one.content, /*required=*/true);
    });
  });
  reader.finish();
  if (llvm::Error error = readFailure(failure))
    return error;
  return script;
}

} // namespace agentc
