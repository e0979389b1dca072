#include "agentc/Rules/Rules.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  if (const ast::Node *node = context.values.exhaustedAt())
    report.at(*node, "following this bundle's values costs more than agentc spends; what comes "
                     "after this place may hide something");
}

extern const Rule EvaluationLimit = {{.id = "AC6001",
                                      .name = "evaluation-limit",
                                      .group = "hidden code",
                                      .severity = Severity::Error,
                                      .summary = "values too deep or too costly to follow",
                                      .cwe = 1120,
                                      .concern = Concern::Bundle},
                                     check};

} // namespace agentc::rules
