#include "AllowedHosts.h"
#include "ManifestFix.h"
#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  ManifestFixes fixes(context, "allowedHosts");
  for (const ApiUse &use : context.uses.all())
    for (const RequestTarget &target : requestTargets(context.values, use))
      if (!target.host.empty() && !isAllowedHost(context.manifest, target)) {
        Diagnostic &finding =
            report.at(use, "`" + shownText(target.host) +
                               "` is contacted, and `allowedHosts` doesn't name it");
        finding.subject = target.host;
        // what nothing reaches would be told as unused next, were it allowed
        if (finding.reached == false)
          lowerTo(finding, Severity::Note);
        else
          finding.fix = fixes.allowing(target.host);
      }
}

extern const Rule UndeclaredHost = {{.id = "AC5201",
                                     .name = "undeclared-host",
                                     .group = "network",
                                     .severity = Severity::Error,
                                     .summary = "hosts that the manifest doesn't name",
                                     .access = "hosts",
                                     .cwe = 918,
                                     .concern = Concern::Sandbox},
                                    check};

} // namespace agentc::rules
