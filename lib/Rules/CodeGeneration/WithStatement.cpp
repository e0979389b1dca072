#include "agentc/Rules/Rules.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  context.program.forEach<ast::WithStatement>([&](const ast::WithStatement &with) {
    report.at(*with.object, "`with` decides at run time what every name below it means");
  });
}

extern const Rule WithStatement = {{.id = "AC4104",
                                    .name = "with-statement",
                                    .group = "code generation",
                                    .severity = Severity::Error,
                                    .summary = "`with` statements",
                                    .cwe = 1121},
                                   check};

} // namespace agentc::rules
