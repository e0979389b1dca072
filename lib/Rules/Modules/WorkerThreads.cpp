#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, workerModules, "starts code beside the agent's own");
}

extern const Rule WorkerThreads = {
    {"AC4204",
     "worker-threads",
     "modules",
     Severity::Error,
     "imports of `worker_threads` and `cluster`",
     "process",
     {"`worker_threads` or `cluster` is imported or required.",
      "A worker runs code from text or from a file, with time and memory of its own. The sandbox "
      "doesn't provide them.",
      R"(const { Worker } = require('worker_threads');
module.exports = async function handler(input) {
  new Worker(input.code, { eval: true });
};
)",
      R"(class Worker {}
module.exports = async function handler() {
  return new Worker();
};
)",
      "Where the name is not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     250},
    check};

} // namespace agentc::rules
