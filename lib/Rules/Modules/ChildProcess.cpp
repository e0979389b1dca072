#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Processes, "starts other programs");
}

extern const Rule ChildProcess = {{.id = "AC4201",
                                   .name = "child-process",
                                   .group = "modules",
                                   .severity = Severity::Error,
                                   .summary = "use of `child_process`",
                                   .access = "process",
                                   .cwe = 78,
                                   .concern = Concern::Sandbox},
                                  check};

} // namespace agentc::rules
