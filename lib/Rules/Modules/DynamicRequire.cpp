#include "Uses.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    if (use.path != "global:require"_api)
      continue;
    if (use.kind == UseKind::Call && !use.arguments.empty() &&
        !isConstantString(*use.arguments[0])) {
      Diagnostic &finding =
          report.at(use, "`require` is given a name that is only known at run time");
      if (isInstalled(finding.file) && loadsRelative(context, use))
        lowerTo(finding, Severity::Warning);
    }
    if (use.kind == UseKind::Escape)
      lowerTo(report.at(use, "`require` is handed on; what is loaded with it is not known"),
              Severity::Warning);
  }
}

extern const Rule DynamicRequire = {{.id = "AC4206",
                                     .name = "dynamic-require",
                                     .group = "modules",
                                     .severity = Severity::Error,
                                     .summary = "`require` with a name that is not constant",
                                     .access = "modules",
                                     .precision = Precision::High,
                                     .cwe = 829,
                                     .concern = Concern::Sandbox},
                                    check};

} // namespace agentc::rules
