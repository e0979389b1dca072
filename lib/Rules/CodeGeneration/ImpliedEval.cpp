#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    bool isTimer = use.path == "global:setTimeout" || use.path == "global:setInterval";
    if (isTimer && use.kind == UseKind::Call && !use.arguments.empty() &&
        isText(context.values, *use.arguments[0]))
      report.at(use, "`" + shown(use.path) + "` is given text to run as code; give it a function");
  }
}

extern const Rule ImpliedEval = {
    {"AC4103",
     "implied-eval",
     "code generation",
     Severity::Error,
     "timers that are given text",
     "code-generation",
     {"`setTimeout` or `setInterval` is given a string, a template or a sum with a string.",
      "Browsers and some runtimes run the text as `eval` does. Node and the sandbox refuse it.",
      R"(module.exports = async function handler(input) {
  setTimeout(`run(${input.name})`, 10);
};
)",
      R"(const run = (name) => name;
module.exports = async function handler(input) {
  setTimeout(() => run(input.name), 10);
};
)",
      "A variable of which nothing is known is taken for a function."},
     Precision::VeryHigh,
     95},
    check};

} // namespace agentc::rules
