#include "Uses.h"

#include "agentc/Access/ParsedObjects.h"
#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    if (use.path.starts_with("global:process.env.[?]"_api) && use.kind != UseKind::Write)
      report.at(use, "an environment variable is read by a name that is only known at run time");
    else if (use.path == "global:process.env"_api &&
             (use.kind == UseKind::Escape || use.kind == UseKind::Read) &&
             !variablesParsed(context.values, use))
      report.at(use, "all of `process.env` is handed on");
  }
}

extern const Rule DynamicEnv = {{.id = "AC5003",
                                 .name = "dynamic-env",
                                 .group = "host objects",
                                 .severity = Severity::Warning,
                                 .summary = "environment variables by names that are not constant",
                                 .access = "env",
                                 .precision = Precision::High,
                                 .cwe = 526,
                                 .concern = Concern::Sandbox},
                                check};

} // namespace agentc::rules
