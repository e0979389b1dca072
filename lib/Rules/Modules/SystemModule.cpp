#include "ModuleUses.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Machine, "reaches into the machine or the runtime");
  // the module's class is Node's own loader
  for (const ApiUse &use : context.uses.all())
    if (use.path.starts_with("global:module.constructor"_api) && !isHarmlessTest(use))
      report.at(use, "`module.constructor` is Node's loader, which reaches every module");
    else if (use.kind == UseKind::Write && use.path.contains(":require.extensions"))
      report.at(use, "`require.extensions` says how files become code");
}

extern const Rule SystemModule = {{.id = "AC4205",
                                   .name = "system-module",
                                   .group = "modules",
                                   .severity = Severity::Error,
                                   .summary = "use of Node's modules for the system",
                                   .access = "system",
                                   .cwe = 497,
                                   .concern = Concern::Sandbox},
                                  check};

} // namespace agentc::rules
