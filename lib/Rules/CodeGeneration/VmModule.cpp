#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Code, "runs text as code");
}

extern const Rule VmModule = {{.id = "AC4106",
                               .name = "vm-module",
                               .group = "code generation",
                               .severity = Severity::Error,
                               .summary = "use of `vm` and `repl`",
                               .access = "code-generation",
                               .cwe = 94},
                              check};

} // namespace agentc::rules
