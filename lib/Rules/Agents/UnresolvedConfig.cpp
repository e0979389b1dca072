#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const UnresolvedField &field : context.config.unresolved)
    report.at(field.source.file, field.source.range,
              "`" + shownText(field.path) +
                  "` could not be determined: " + shownText(field.reason));
}

extern const Rule UnresolvedConfig = {
    {.id = "AC7005",
     .name = "unresolved-config",
     .group = "agents",
     .severity = Severity::Note,
     .summary = "parts of an agent's configuration that only running shows",
     .precision = Precision::High,
     .cwe = 1059,
     .concern = Concern::Bundle},
    check};

} // namespace agentc::rules
