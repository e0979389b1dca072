#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, childProcessModules, "starts other programs");
}

extern const Rule ChildProcess = {
    {"AC4201",
     "child-process",
     "modules",
     Severity::Error,
     "imports of `child_process`",
     "process",
     {"`child_process` is imported or required, also as `node:child_process`, under a folded name, "
      "or by a `require` that came under another name.",
      "A program that an agent starts runs outside of every wall that agentc checks. The sandbox "
      "has no such module.",
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
      "Where the name is not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     78},
    check};

} // namespace agentc::rules
