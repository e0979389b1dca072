#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all())
    // what a source with errors has of `import` may have no name
    if (use.path == "global:import" && !use.arguments.empty() &&
        !isConstantString(*use.arguments[0]))
      report.at(use, "`import()` is given a name that is only known at run time");
}

extern const Rule DynamicImport = {{"AC4207",
                                    "dynamic-import",
                                    "modules",
                                    Severity::Error,
                                    "`import()` with a name that is not constant",
                                    "modules",
                                    {"`import()` is called with something else than constant text.",
                                     "Which module is loaded can then be decided by whoever gives "
                                     "the input, and no reviewer can see "
                                     "it.",
                                     R"(module.exports = async function handler(input) {
  return import(input.url);
};
)",
                                     R"(module.exports = async function handler(input) {
  const { default: axios } = await import('axios');
  return axios.VERSION;
};
)",
                                     ""},
                                    Precision::High,
                                    829},
                                   check};

} // namespace agentc::rules
