#include "Uses.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    bool isTimer = use.path == "global:setTimeout"_api || use.path == "global:setInterval"_api;
    if (isTimer && use.kind == UseKind::Call && !use.arguments.empty() &&
        isText(context.values, *use.arguments[0]))
      report.at(use, "`" + shown(use.path) + "` is given text to run as code; give it a function");
  }
}

extern const Rule ImpliedEval = {{.id = "AC4103",
                                  .name = "implied-eval",
                                  .group = "code generation",
                                  .severity = Severity::Error,
                                  .summary = "timers that are given text",
                                  .access = "code-generation",
                                  .cwe = 95},
                                 check};

} // namespace agentc::rules
