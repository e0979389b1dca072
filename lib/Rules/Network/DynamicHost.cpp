#include "Uses.h"

namespace agentc::rules {

static bool isLocalScheme(llvm::StringRef scheme) {
  return scheme == "data" || scheme == "blob" || scheme == "about";
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all())
    for (const RequestTarget &target : requestTargets(context.values, use))
      if (target.host.empty() && !isLocalScheme(target.scheme))
        report.at(use,
                  use.kind == UseKind::Call
                      ? "`" + shown(use.path) + "` goes to a host that is only known at run time"
                      : "`" + shown(use.path) + "` is handed on; where it goes is not known");
}

extern const Rule DynamicHost = {{.id = "AC5202",
                                  .name = "dynamic-host",
                                  .group = "network",
                                  .severity = Severity::Warning,
                                  .summary = "requests to hosts that are not constant",
                                  .access = "hosts",
                                  .precision = Precision::High,
                                  .cwe = 918,
                                  .concern = Concern::Sandbox},
                                 check};

} // namespace agentc::rules
