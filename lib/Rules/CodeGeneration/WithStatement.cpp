#include "agentc/Rules/Rules.h"

#include "agentc/Analysis/Walk.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &module : context.program.modules()) {
    if (!module->syntax->program)
      continue;
    walk(*module->syntax->program, [&](const ast::Node &node) {
      if (const auto *with = llvm::dyn_cast<ast::WithStatement>(&node))
        report.at(*with->object, "`with` decides at run time what every name below it means");
      return true;
    });
  }
}

extern const Rule WithStatement = {{.id = "AC4104",
                                    .name = "with-statement",
                                    .group = "code generation",
                                    .severity = Severity::Error,
                                    .summary = "`with` statements",
                                    .cwe = 1121},
                                   check};

} // namespace agentc::rules
