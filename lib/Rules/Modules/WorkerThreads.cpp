#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Threads, "starts code beside the agent's own");
}

extern const Rule WorkerThreads = {
    {"AC4204",
     "worker-threads",
     "modules",
     Severity::Error,
     "use of `worker_threads` and `cluster`",
     "process",
     {"A tool, a handler or loading the bundle uses `worker_threads` or `cluster`.",
      "A worker runs code from text or from a file, with time and memory of its own. In the "
      "sandbox "
      "the modules load, and their functions throw.",
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
      "An import alone, and what no tool, handler or loading reaches, is a note. Where the name is "
      "not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     250},
    check};

} // namespace agentc::rules
