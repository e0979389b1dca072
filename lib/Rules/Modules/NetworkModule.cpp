#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Network,
                "opens connections past the list of allowed hosts");
}

extern const Rule NetworkModule = {{.id = "AC4203",
                                    .name = "network-module",
                                    .group = "modules",
                                    .severity = Severity::Error,
                                    .summary = "use of Node's network modules",
                                    .access = "network",
                                    .cwe = 918,
                                    .concern = Concern::Sandbox},
                                   check};

} // namespace agentc::rules
