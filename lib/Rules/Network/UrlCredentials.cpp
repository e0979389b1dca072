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
    {"AC5205",
     "url-credentials",
     "network",
     Severity::Warning,
     "user names and passwords in URLs that are requested",
     "hosts",
     {"A request's URL names a user, with or without a password, before its host: "
      "`https://user:password@host/`.",
      "URLs end up in logs, error messages and histories, and so does the password in them. What "
      "stands before the `@` may also be made to look like the host. `fetch` refuses such URLs.",
      R"(const axios = require('axios');
module.exports = async function handler() {
  return axios.get('https://reader:s3cret@api.example.com/v1');
};
)",
      R"(const axios = require('axios');
module.exports = async function handler(input) {
  return axios.get('https://api.example.com/@' + input.user, {
    auth: { username: 'reader', password: input.password },
  });
};
)",
      "Only URLs that are requested count. What the user and password are is never printed beyond "
      "the source's own line."},
     Precision::VeryHigh,
     522},
    check};

} // namespace agentc::rules
