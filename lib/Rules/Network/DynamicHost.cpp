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

extern const Rule DynamicHost = {{"AC5202",
                                  "dynamic-host",
                                  "network",
                                  Severity::Warning,
                                  "requests to hosts that are not constant",
                                  "hosts",
                                  {"A request's URL doesn't begin with a constant scheme and host, "
                                   "or a function that makes requests is "
                                   "handed on.",
                                   "No reviewer can see where the agent sends what it is given. "
                                   "The sandbox still lets it reach only "
                                   "what the manifest allows.",
                                   R"(module.exports = async function handler(input) {
  return fetch(`https://${input.host}/status`);
};
)",
                                   R"(const fetchStatus = (host) => host;
module.exports = async function handler(input) {
  return fetchStatus(input.host);
};
)",
                                   ""},
                                  Precision::High,
                                  918},
                                 check};

} // namespace agentc::rules
