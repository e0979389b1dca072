#include "agentc/Rules/Rules.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  if (const ast::Node *node = context.values.exhaustedAt())
    report.at(*node, "following this bundle's values costs more than agentc spends; what comes "
                     "after this place may hide something");
}

extern const Rule EvaluationLimit = {
    {"AC6001",
     "evaluation-limit",
     "hidden code",
     Severity::Error,
     "values too deep or too costly to follow",
     "",
     {"Folding the bundle's constants and following its names needs more depth, work or memory "
      "than agentc spends on one bundle.",
      "Rules judge what an expression can denote. Code that makes agentc give up before it has "
      "looked can denote anything; people don't write such code, generators and attackers do.",
      "", "",
      "Only the first place is reported. A value that is lost for another reason (a union of more "
      "than 16 alternatives) is counted in the coverage."},
     Precision::VeryHigh,
     1120},
    check};

} // namespace agentc::rules
