#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, systemModules, "reaches into the machine or the runtime");
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
     "imports of Node's modules for the system",
     "system",
     {"One of Node's modules that show or change the machine or the runtime is imported or "
      "required: `os`, `process`, `module`, `inspector`, `v8`, `async_hooks`, `perf_hooks`, `tty`, "
      "`readline`, `wasi` and the like.",
      "They tell an agent where it runs, and some load code past every check. The sandbox doesn't "
      "provide them.",
      R"(import os from 'os';
export default async function handler() {
  return os.userInfo();
}
)",
      R"(const os = { userInfo: () => null };
module.exports = async function handler() {
  return os.userInfo();
};
)",
      "Where the name is not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     497},
    check};

} // namespace agentc::rules
