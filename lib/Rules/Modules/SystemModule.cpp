#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Machine, "reaches into the machine or the runtime");
  // the module's class is Node's own loader
  for (const ApiUse &use : context.uses.all())
    if (use.path.starts_with("global:module.constructor") && !isHarmlessTest(use))
      report.at(use, "`module.constructor` is Node's loader, which reaches every module");
}

extern const Rule SystemModule = {
    {"AC4205",
     "system-module",
     "modules",
     Severity::Error,
     "use of Node's modules for the system",
     "system",
     {"A tool, a handler or loading the bundle uses one of Node's modules that show or change the "
      "machine or the runtime: `inspector`, `v8`, `wasi`, `trace_events`, and of `module` what "
      "does more than make a `require`.",
      "Some load code past every check. In the sandbox they load, if at all, and their functions "
      "throw. `os`, `process`, `tty`, `readline` and `perf_hooks` are there and made up.",
      R"(import v8 from 'v8';
export default async function handler() {
  return v8.getHeapSnapshot();
}
)",
      R"(import os from 'os';
export default async function handler() {
  return os.userInfo();
}
)",
      "An import alone, and what no tool, handler or loading reaches, is a note. Where the name is "
      "not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     497},
    check};

} // namespace agentc::rules
