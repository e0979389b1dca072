#include "../ModelTexts.h"
#include "../Uses.h"

#include <nlohmann/json.hpp>

namespace agentc::rules {

namespace {

/// Texts of one field that are looked at, and how deep its JSON is.
constexpr size_t maxTexts = 10000;

llvm::StringRef describe(TextTrick trick) {
  switch (trick) {
  case TextTrick::Override:
    return "tells a model to forget its instructions";
  case TextTrick::Secrecy:
    return "tells a model to keep something from the user";
  case TextTrick::SecretFile:
    return "tells a model to read a file with secrets";
  case TextTrick::OtherTools:
    return "tells a model how to use other tools";
  case TextTrick::Preference:
    return "tells a model which tools to use";
  case TextTrick::Sending:
    return "tells a model to send something on";
  case TextTrick::Markup:
    return "has markup that ends it or begins another part of the prompt";
  case TextTrick::Emphasis:
    return "has markup as instructions have it";
  case TextTrick::Hidden:
    return "has characters that nobody sees";
  case TextTrick::FarBehind:
    return "has text far behind white space";
  case TextTrick::Terminal:
    return "has codes that a terminal obeys";
  }
  return "";
}

/// An agent's own instructions may say much that a tool's description may not.
Severity trickSeverity(TextTrick trick, bool isTool, bool isAlone) {
  switch (trick) {
  case TextTrick::Hidden:
  case TextTrick::Terminal:
    return Severity::Error;
  case TextTrick::FarBehind:
  case TextTrick::SecretFile:
    return isTool ? Severity::Error : Severity::Warning;
  case TextTrick::Preference:
  case TextTrick::Emphasis:
    return !isTool ? Severity::Note : isAlone ? Severity::Warning : Severity::Error;
  default:
    return isTool ? Severity::Error : Severity::Note;
  }
}

class TrickSearch {
public:
  explicit TrickSearch(RuleReporter &report) : report_(report) {}
  /// `what`: `the description of the tool `x``.
  void check(const std::optional<ConfigField> &field, const std::string &what, bool isTool);

private:
  RuleReporter &report_;

  void checkText(const ConfigField &field, llvm::StringRef text, const std::string &what,
                 bool isTool);
};

void TrickSearch::checkText(const ConfigField &field, llvm::StringRef text, const std::string &what,
                            bool isTool) {
  std::vector<FoundTrick> tricks = findTricks(text);
  if (tricks.empty())
    return;
  // Markup around an order is part of it.
  llvm::stable_sort(tricks, [&](const FoundTrick &a, const FoundTrick &b) {
    return trickSeverity(a.trick, isTool, true) > trickSeverity(b.trick, isTool, true);
  });
  const FoundTrick &worst = tricks.front();
  Diagnostic &finding =
      report_.at(field.source.file, field.source.range,
                 what + " " + describe(worst.trick).str() + ": `" + worst.quote + "`");
  lowerTo(finding, trickSeverity(worst.trick, isTool, tricks.size() == 1));
  for (const FoundTrick &trick : llvm::ArrayRef(tricks).drop_front())
    finding.notes.push_back({"it " + describe(trick.trick).str() + ": `" + trick.quote + "`",
                             field.source.file, field.source.range});
}

void TrickSearch::check(const std::optional<ConfigField> &field, const std::string &what,
                        bool isTool) {
  if (!field || !field->value)
    return;
  // Keys are texts for the model too.
  std::vector<const Json *> open{field->value.get()};
  for (size_t count = 0; !open.empty() && count < maxTexts; ++count) {
    const Json &value = *open.back();
    open.pop_back();
    if (value.is_string())
      checkText(*field, value.get_ref<const std::string &>(), what, isTool);
    if (value.is_object())
      for (const auto &entry : value.items())
        checkText(*field, entry.key(), what, isTool);
    if (value.is_structured())
      for (const Json &child : value)
        open.push_back(&child);
  }
}

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  TrickSearch search(report);
  for (const ToolDefinition &tool : context.config.tools) {
    std::string of = " of the tool `" + shownText(tool.id) + "`";
    search.check(tool.name, "the name" + of, true);
    search.check(tool.title, "the title" + of, true);
    search.check(tool.description, "the description" + of, true);
    search.check(tool.parameters, "a text in the parameters" + of, true);
    search.check(tool.outputSchema, "a text in the output schema" + of, true);
  }
  for (const AgentDefinition &agent : context.config.agents) {
    std::string of = " of the agent `" + shownText(agent.id) + "`";
    search.check(agent.name, "the name" + of, false);
    search.check(agent.description, "the description" + of, false);
    search.check(agent.instructions, "the system prompt" + of, false);
  }
}

extern const Rule DescriptionInjection = {{.id = "AC7006",
                                           .name = "description-injection",
                                           .group = "agents",
                                           .severity = Severity::Error,
                                           .summary = "orders to the model hidden in descriptions",
                                           .precision = Precision::High,
                                           .cwe = 1427},
                                          check};

} // namespace agentc::rules
