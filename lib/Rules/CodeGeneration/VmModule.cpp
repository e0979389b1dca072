#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Code, "runs text as code");
}

extern const Rule VmModule = {
    {"AC4106",
     "vm-module",
     "code generation",
     Severity::Error,
     "use of `vm` and `repl`",
     "code-generation",
     {"A tool, a handler or loading the bundle uses `vm` or `repl`.",
      "They run text as code, as `eval` does. In the sandbox `vm` loads, and its functions throw.",
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
      "An import alone, and what no tool, handler or loading reaches, is a note. Where the name is "
      "not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     94},
    check};

} // namespace agentc::rules
