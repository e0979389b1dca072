#include "Uses.h"

#include <nlohmann/json.hpp>

namespace agentc::rules {

static bool isEmpty(const std::optional<ConfigField> &field) {
  if (!field)
    return true;
  if (!field->value) // not known is not missing
    return false;
  return !field->value->is_string() ||
         llvm::StringRef(field->value->get_ref<const std::string &>()).trim().empty();
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ToolDefinition &tool : context.config.tools)
    if (isEmpty(tool.description))
      report.at(tool.source.file, tool.source.range,
                "the tool `" + shownText(tool.id) +
                    "` has no description; a model chooses tools by it");
}

extern const Rule MissingDescription = {{.id = "AC7004",
                                         .name = "missing-description",
                                         .group = "agents",
                                         .severity = Severity::Note,
                                         .summary = "tools without a description",
                                         .cwe = 1059,
                                         .concern = Concern::Bundle},
                                        check};

} // namespace agentc::rules
