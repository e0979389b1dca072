#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, networkModules,
                "opens connections past the list of allowed hosts");
}

extern const Rule NetworkModule = {
    {"AC4203",
     "network-module",
     "modules",
     Severity::Error,
     "imports of Node's network modules",
     "network",
     {"One of Node's modules for the network (`net`, `tls`, `http`, `https`, `http2`, `dgram`, "
      "`dns`) is imported or required.",
      "They go past `fetch`, where the sandbox checks each host. The sandbox doesn't provide them.",
      R"(const https = require('https');
module.exports = async function handler(input) {
  https.get(input.url);
};
)",
      R"(module.exports = async function handler(input) {
  return input.url.startsWith('https');
};
)",
      "Where the name is not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     918},
    check};

} // namespace agentc::rules
