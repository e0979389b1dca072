#include "Uses.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    if (use.path.ends_with(":ShadowRealm().evaluate") && use.kind == UseKind::Call)
      report.at(use, "`ShadowRealm` runs text as code");
    if (use.path != "global:eval"_api)
      continue;
    if (use.kind == UseKind::Call)
      report.at(use, "`eval` runs text as code");
    else if (use.kind == UseKind::Escape)
      report.at(use, "`eval` is handed on; whoever gets it can run text as code");
  }
}

extern const Rule EvalCall = {{.id = "AC4101",
                               .name = "eval-call",
                               .group = "code generation",
                               .severity = Severity::Error,
                               .summary = "calls of `eval`, also in a realm of its own",
                               .access = "code-generation",
                               .cwe = 95},
                              check};

} // namespace agentc::rules
