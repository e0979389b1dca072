#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Network,
                "opens connections past the list of allowed hosts");
}

extern const Rule NetworkModule = {
    {"AC4203",
     "network-module",
     "modules",
     Severity::Error,
     "use of Node's network modules",
     "network",
     {"A tool, a handler or loading the bundle uses one of Node's modules for the network (`net`, "
      "`tls`, `http`, `https`, `http2`, `dgram`, `dns`) to connect or to listen.",
      "They go past `fetch`, where the sandbox checks each host. In the sandbox the modules load, "
      "and what connects throws. Servers can be made, but nothing ever connects to them.",
      R"(const https = require('https');
module.exports = async function handler(input) {
  https.get(input.url);
};
)",
      R"(module.exports = async function handler(input) {
  return input.url.startsWith('https');
};
)",
      "An import alone, and what no tool, handler or loading reaches, is a note. Where the name is "
      "not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     918},
    check};

} // namespace agentc::rules
