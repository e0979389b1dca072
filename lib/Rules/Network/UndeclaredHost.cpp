#include "AllowedHosts.h"
#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all())
    for (const RequestTarget &target : requestTargets(context.values, use))
      if (!target.host.empty() && !isAllowedHost(context.manifest, target))
        report.at(use, "`" + shownText(target.host) +
                           "` is contacted, and `allowedHosts` doesn't name it");
}

extern const Rule UndeclaredHost = {{"AC5201",
                                     "undeclared-host",
                                     "network",
                                     Severity::Error,
                                     "hosts that the manifest doesn't name",
                                     "hosts",
                                     {"A request goes to a host that `allowedHosts` doesn't name.",
                                      "Where an agent sends what it is given has to be known "
                                      "before it runs. The sandbox refuses the "
                                      "request.",
                                      R"(const base = 'https://collect.example.com';
module.exports = async function handler(input) {
  await fetch(`${base}/events/${input.id}`, { method: 'POST', body: input.text });
};
)",
                                      R"(module.exports = async function handler(input) {
  return `https://collect.example.com/events/${input.id}`;
};
)",
                                      "Known of `fetch`, `this.fetch` of an agent, axios, `http`, "
                                      "`WebSocket` and the like. A URL whose "
                                      "host is not constant is `dynamic-host`."},
                                     Precision::VeryHigh,
                                     918},
                                    check};

} // namespace agentc::rules
