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

extern const Rule InsecureUrl = {
    {"AC5203",
     "insecure-url",
     "network",
     Severity::Warning,
     "requests without encryption",
     "hosts",
     {"A request goes to a `http:` or `ws:` URL.",
      "Whoever carries such a request can read and change it, keys and answers included.",
      R"(module.exports = async function handler() {
  return fetch('http://api.example.com/v1');
};
)",
      R"(module.exports = async function handler() {
  return 'http://www.w3.org/2000/svg';
};
)",
      "Only URLs that are requested count, and none of the machine itself, where nobody "
      "reads along."},
     Precision::VeryHigh,
     319},
    check};

} // namespace agentc::rules
