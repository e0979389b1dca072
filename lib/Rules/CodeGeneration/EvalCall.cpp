#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    if (use.path != "global:eval")
      continue;
    if (use.kind == UseKind::Call)
      report.at(use, "`eval` runs text as code");
    else if (use.kind == UseKind::Escape)
      report.at(use, "`eval` is handed on; whoever gets it can run text as code");
  }
}

extern const Rule EvalCall = {
    {"AC4101",
     "eval-call",
     "code generation",
     Severity::Error,
     "calls of `eval`",
     "code-generation",
     {"`eval` is called or handed on, under whatever name: an alias, a member of the global "
      "object, a "
      "folded key, `Reflect`, `call`, `apply` and `bind`.",
      "Text that becomes code at run time is code that nobody has reviewed. The sandbox refuses "
      "it.",
      R"(module.exports = async function handler(input) {
  return globalThis['ev' + 'al'](input.expression);
};
)",
      R"(const evaluate = (text) => Number(text);
module.exports = async function handler(input) {
  return evaluate(input.expression);
};
)",
      "An `eval` read by a key that is not known is `computed-global-access`."},
     Precision::VeryHigh,
     95},
    check};

} // namespace agentc::rules
