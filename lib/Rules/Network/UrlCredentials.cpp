#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all())
    for (const RequestTarget &target : requestTargets(context.values, use))
      if (target.hasUser)
        report.at(use, "the URL that `" + shown(use.path) +
                           "` is given holds a user before its host; credentials belong into a "
                           "header");
}

extern const Rule UrlCredentials = {
    {.id = "AC5205",
     .name = "url-credentials",
     .group = "network",
     .severity = Severity::Warning,
     .summary = "user names and passwords in URLs that are requested",
     .access = "hosts",
     .cwe = 522},
    check};

} // namespace agentc::rules
