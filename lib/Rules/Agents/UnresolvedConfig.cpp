#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const UnresolvedField &field : context.config.unresolved)
    report.at(field.source.file, field.source.range,
              "`" + shownText(field.path) +
                  "` could not be determined: " + shownText(field.reason));
}

extern const Rule UnresolvedConfig = {
    {"AC7005",
     "unresolved-config",
     "agents",
     Severity::Note,
     "parts of an agent's configuration that only running shows",
     "",
     {"A field of an agent or a tool has a value that agentc cannot determine without running the "
      "code.",
      "What is not known cannot be reviewed; `extract-config --strict` makes it an error.",
      R"(import { BaseAgent } from '@buzzi/base-agent';

export default class SalesAgent extends BaseAgent {
  tools = [
    {
      name: 'stock',
      description: new Date().toString(),
      parameters: { type: 'object' },
      execute: async () => 1,
    },
  ];
}
)",
      R"(import { BaseAgent } from '@buzzi/base-agent';

const what = 'a product';

export default class SalesAgent extends BaseAgent {
  tools = [
    {
      name: 'stock',
      description: `Stock of ${what}`,
      parameters: { type: 'object' },
      execute: async () => 1,
    },
  ];
}
)",
      ""},
     Precision::High,
     1059},
    check};

} // namespace agentc::rules
