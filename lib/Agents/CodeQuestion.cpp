#include "CodeQuestion.h"

#include "agentc/Agents/ToolNames.h"
#include "agentc/Models/Members.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc::agents {

using models::memberOf;
using models::textOf;

std::string nameForModels(llvm::StringRef name,
                          llvm::function_ref<bool(const std::string &)> isTaken) {
  std::string wanted = name.take_front(56).str();
  for (char &c : wanted)
    if (!llvm::isAlnum(c) && c != '_' && c != '-')
      c = '_';
  std::string free = wanted;
  for (unsigned i = 2; isTaken(free); ++i)
    free = wanted + "_" + std::to_string(i);
  return free;
}

std::string textOfContent(const Json &content) {
  std::string text;
  for (const Json &block : content)
    if (textOf(block, "type") == "text")
      text += textOf(block, "text");
  return text;
}

namespace {

const Json &listOf(const Json &object, const char *name) {
  static const Json none = Json::array();
  const Json *list = memberOf(object, name);
  return list && list->is_array() ? *list : none;
}

/// The names by which models know a question's tools, each with the code's name.
std::vector<std::pair<std::string, std::string>> namesOf(const Json &with) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const Json &tool : listOf(with, "tools")) {
    const auto isTaken = [&](const std::string &one) {
      return llvm::any_of(names, [&](const auto &known) { return known.first == one; });
    };
    names.emplace_back(nameForModels(textOf(tool, "name"), isTaken), textOf(tool, "name").str());
  }
  return names;
}

/// Converts messages from the code's form to the Messages API's.
class Translation {
public:
  Translation(const RunState &state, const Json &with) : state_(state), names_(namesOf(with)) {}

  /// Adds a message; false if it is malformed.
  bool add(const Json &message);
  std::string system;
  Json messages = Json::array();

private:
  void say(const char *role, Json content) {
    messages.push_back({{"role", role}, {"content", std::move(content)}});
  }
  void addAnswer(const Json &message);
  void addResult(const Json &message);
  const Json *findAnswer(llvm::StringRef call) const;
  std::string nameOf(llvm::StringRef own) const;

  const RunState &state_;
  const std::vector<std::pair<std::string, std::string>> names_;
};

/// The content of the answer that asked for a call.
const Json *Translation::findAnswer(llvm::StringRef call) const {
  for (const CodeQuestion &question : state_.questions) {
    const Json *content = question.answer ? memberOf(*question.answer, "content") : nullptr;
    for (const Json &block : content ? *content : Json::array())
      if (textOf(block, "type") == "tool_use" && textOf(block, "id") == call)
        return content;
  }
  return nullptr;
}

std::string Translation::nameOf(llvm::StringRef own) const {
  for (const auto &[name, known] : names_)
    if (known == own)
      return name;
  return nameForModels(own, [](const std::string &) { return false; });
}

void Translation::addAnswer(const Json &message) {
  const std::string text = textOf(message, "content").str();
  const Json &calls = listOf(message, "toolCalls");
  if (calls.empty()) {
    if (!text.empty())
      say("assistant", text);
    return;
  }
  // Thinking has to be sent back with the calls that it led to.
  if (const Json *known = findAnswer(textOf(calls.front(), "id"));
      known && textOfContent(*known) == text)
    return say("assistant", *known);
  Json blocks = Json::array();
  if (!text.empty())
    blocks.push_back({{"type", "text"}, {"text", text}});
  for (const Json &call : calls) {
    const Json *arguments = memberOf(call, "arguments");
    blocks.push_back(
        {{"type", "tool_use"},
         {"id", textOf(call, "id").str()},
         {"name", nameOf(textOf(call, "name"))},
         {"input", arguments && arguments->is_object() ? *arguments : Json::object()}});
  }
  say("assistant", std::move(blocks));
}

void Translation::addResult(const Json &message) {
  Json block = {{"type", "tool_result"},
                {"tool_use_id", textOf(message, "toolCallId").str()},
                {"content", textOf(message, "content").str()}};
  // The results of one answer's calls are one message.
  if (!messages.empty() && messages.back()["role"] == "user" &&
      messages.back()["content"].is_array())
    messages.back()["content"].push_back(std::move(block));
  else
    say("user", Json::array({std::move(block)}));
}

bool Translation::add(const Json &message) {
  const llvm::StringRef role = textOf(message, "role");
  const Json *content = memberOf(message, "content");
  if (!content || !content->is_string())
    return false;
  const std::string &text = content->get_ref<const std::string &>();
  if (role == "system")
    system += (system.empty() || text.empty() ? "" : "\n\n") + text;
  else if (role == "assistant")
    addAnswer(message);
  else if (role == "tool")
    addResult(message);
  else if (role != "user")
    return false;
  else if (!text.empty())
    say("user", text);
  return true;
}

} // namespace

std::variant<models::ModelRequest, std::string>
readCodeQuestion(const Json &with, const RunState &state, uint32_t mostTokens) {
  Translation translation(state, with);
  for (const Json &message : listOf(with, "messages"))
    if (!translation.add(message))
      return "a message has a `role` (`system`, `user`, `assistant`, `tool`) and a text as its "
             "`content`";
  if (translation.messages.empty())
    return "`messages` has nothing that a user says";
  models::ModelRequest request;
  request.system = std::move(translation.system);
  request.messages = std::move(translation.messages);
  const auto names = namesOf(with);
  for (const Json &tool : listOf(with, "tools")) {
    const Json *schema = memberOf(tool, "parameters");
    request.tools.push_back(
        {{"name", names[request.tools.size()].first},
         {"description", textOf(tool, "description").str()},
         {"input_schema", schema && schema->is_object() ? *schema : Json({{"type", "object"}})}});
  }
  if (const Json *temperature = memberOf(with, "temperature");
      temperature && temperature->is_number())
    request.temperature = temperature->get<double>();
  const uint64_t tokens = models::countOf(with, "maxTokens");
  request.maxTokens =
      tokens == 0 ? mostTokens : static_cast<uint32_t>(std::min<uint64_t>(tokens, mostTokens));
  return request;
}

Json answerForCode(const Json &data, const Json &with) {
  const Json content = data.value("content", Json::array()),
             badInputs = data.value("badInputs", Json::object());
  const auto names = namesOf(with);
  Json answer = {{"content", textOfContent(content)},
                 {"usage", data.value("usage", Json::object())},
                 {"stopReason", textOf(data, "stopReason").str()}};
  for (const Json &block : content) {
    if (textOf(block, "type") != "tool_use")
      continue;
    const std::string id = textOf(block, "id").str(), name = textOf(block, "name").str();
    const auto own = llvm::find_if(names, [&](const auto &known) { return known.first == name; });
    // Arguments that are not an object stay the text that they are, which no tool's schema takes.
    const auto bad = badInputs.find(id);
    answer["toolCalls"].push_back(
        {{"id", id},
         {"name", own == names.end() ? name : own->second},
         {"arguments", bad != badInputs.end() ? *bad : block.value("input", Json::object())}});
  }
  return answer;
}

} // namespace agentc::agents
