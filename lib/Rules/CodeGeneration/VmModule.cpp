#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, vmModules, "runs text as code");
}

extern const Rule VmModule = {
    {"AC4106",
     "vm-module",
     "code generation",
     Severity::Error,
     "imports of `vm` and `repl`",
     "code-generation",
     {"`vm` or `repl` is imported or required.",
      "They run text as code, as `eval` does. The sandbox doesn't provide them.",
      R"(const vm = require('node:vm');
module.exports = async function handler(input) {
  return vm.runInNewContext(input.code);
};
)",
      R"(const vm = { run: (name) => name };
module.exports = async function handler(input) {
  return vm.run(input.name);
};
)",
      "Where the name is not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     94},
    check};

} // namespace agentc::rules
