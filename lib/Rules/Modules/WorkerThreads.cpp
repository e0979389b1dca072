#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Threads, "starts code beside the agent's own");
}

extern const Rule WorkerThreads = {{.id = "AC4204",
                                    .name = "worker-threads",
                                    .group = "modules",
                                    .severity = Severity::Error,
                                    .summary = "use of `worker_threads` and `cluster`",
                                    .access = "process",
                                    .cwe = 250,
                                    .concern = Concern::Sandbox},
                                   check};

} // namespace agentc::rules
