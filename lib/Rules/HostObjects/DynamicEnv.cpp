#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    if (use.path.starts_with("global:process.env.[?]") && use.kind != UseKind::Write)
      report.at(use, "an environment variable is read by a name that is only known at run time");
    else if (use.path == "global:process.env" &&
             (use.kind == UseKind::Escape || use.kind == UseKind::Read))
      report.at(use, "all of `process.env` is handed on");
  }
}

extern const Rule DynamicEnv = {{"AC5003",
                                 "dynamic-env",
                                 "host objects",
                                 Severity::Error,
                                 "environment variables by names that are not constant",
                                 "env",
                                 {"A member of `process.env` is read by a key that is not "
                                  "constant, or `process.env` is handed on as "
                                  "a whole.",
                                  "Which of the environment's keys and passwords are read can then "
                                  "be decided by whoever gives the "
                                  "input.",
                                  R"(module.exports = async function handler(input) {
  return process.env[input.name];
};
)",
                                  R"(const key = 'NODE' + '_ENV';
module.exports = async function handler() {
  return process.env[key];
};
)",
                                  ""},
                                 Precision::High,
                                 526},
                                check};

} // namespace agentc::rules
