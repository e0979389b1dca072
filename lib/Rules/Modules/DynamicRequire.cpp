#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    if (use.path != "global:require")
      continue;
    if (use.kind == UseKind::Call && !use.arguments.empty() && !isConstantString(*use.arguments[0]))
      report.at(use, "`require` is given a name that is only known at run time");
    else if (use.kind == UseKind::Escape)
      lowerTo(report.at(use, "`require` is handed on; what is loaded with it is not known"),
              Severity::Warning);
  }
}

extern const Rule DynamicRequire = {
    {"AC4206",
     "dynamic-require",
     "modules",
     Severity::Error,
     "`require` with a name that is not constant",
     "modules",
     {"`require`, `module.require` or a handler's `ctx.require` is called with something else than "
      "constant text, or is handed on, which is a warning.",
      "Which module is loaded can then be decided by whoever gives the input, and no reviewer can "
      "see "
      "it.",
      R"(module.exports = async function handler(input, ctx) {
  return ctx.require(input.plugin);
};
)",
      R"(const name = 'ax' + 'ios';
module.exports = async function handler(input, ctx) {
  return ctx.require(name).VERSION;
};
)",
      "A `ctx` that is handed to another function is not followed into it."},
     Precision::High,
     829},
    check};

} // namespace agentc::rules
