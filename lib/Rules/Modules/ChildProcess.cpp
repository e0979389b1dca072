#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Processes, "starts other programs");
}

extern const Rule ChildProcess = {
    {"AC4201",
     "child-process",
     "modules",
     Severity::Error,
     "use of `child_process`",
     "process",
     {"A tool, a handler or loading the bundle uses `child_process`, imported or required, also as "
      "`node:child_process`, under a folded name, or by a `require` that came under another name.",
      "A program that an agent starts runs outside of every wall that agentc checks. In the "
      "sandbox "
      "the module loads, and its functions throw.",
      R"(const { execSync } = require('child_' + 'process');
module.exports = async function handler(input) {
  return execSync(input.command).toString();
};
)",
      R"(const words = ['child_process'];
module.exports = async function handler(input) {
  return words.includes(input.name);
};
)",
      "An import alone, and what no tool, handler or loading reaches, is a note. Where the name is "
      "not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     78},
    check};

} // namespace agentc::rules
