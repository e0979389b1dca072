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

extern const Rule MissingDescription = {
    {"AC7004",
     "missing-description",
     "agents",
     Severity::Note,
     "tools without a description",
     "",
     {"A tool has no description or an empty one.",
      "A model reads descriptions to decide which tool to call and with what.",
      R"(import { BaseAgent } from '@buzzi/base-agent';

export default class SalesAgent extends BaseAgent {
  tools = [{ name: 'stock', parameters: { type: 'object' }, execute: async () => 1 }];
}
)",
      R"(import { BaseAgent } from '@buzzi/base-agent';

export default class SalesAgent extends BaseAgent {
  tools = [
    {
      name: 'stock',
      description: 'Stock of a product',
      parameters: { type: 'object' },
      execute: async () => 1,
    },
  ];
}
)",
      "A description that could not be determined is `unresolved-config`."},
     Precision::VeryHigh,
     1059},
    check};

} // namespace agentc::rules
