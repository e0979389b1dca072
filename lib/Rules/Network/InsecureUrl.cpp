#include "Uses.h"

#include "agentc/Net/Address.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all())
    for (const RequestTarget &target : requestTargets(context.values, use))
      if ((target.scheme == "http" || target.scheme == "ws") && !target.host.empty() &&
          neighborhoodOfHost(target.host) != Neighborhood::Loopback)
        report.at(use, "`" + shownText(target.host) + "` is contacted by `" + target.scheme +
                           ":`; `" + target.scheme + "s:` keeps others from reading along");
}

extern const Rule InsecureUrl = {{.id = "AC5203",
                                  .name = "insecure-url",
                                  .group = "network",
                                  .severity = Severity::Warning,
                                  .summary = "requests without encryption",
                                  .access = "hosts",
                                  .cwe = 319},
                                 check};

} // namespace agentc::rules
