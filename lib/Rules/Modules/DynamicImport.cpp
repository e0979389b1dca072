#include "Uses.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all())
    // what a source with errors has of `import` may have no name
    if (use.path == "global:import"_api && !use.arguments.empty() &&
        !isConstantString(*use.arguments[0])) {
      Diagnostic &finding =
          report.at(use, "`import()` is given a name that is only known at run time");
      if (isInstalled(finding.file) && loadsRelative(context, use))
        lowerTo(finding, Severity::Warning);
    }
}

extern const Rule DynamicImport = {{.id = "AC4207",
                                    .name = "dynamic-import",
                                    .group = "modules",
                                    .severity = Severity::Error,
                                    .summary = "`import()` with a name that is not constant",
                                    .access = "modules",
                                    .precision = Precision::High,
                                    .cwe = 829,
                                    .concern = Concern::Sandbox},
                                   check};

} // namespace agentc::rules
