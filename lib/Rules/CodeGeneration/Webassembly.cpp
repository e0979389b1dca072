#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all())
    // the call was reported; what is done with its result is no further access
    if (isPathOrMember(use.path, "global:WebAssembly") && !use.path.contains('(') &&
        !isHarmlessTest(use))
      report.at(use, "`" + shown(use.path) + "` runs machine code that agentc cannot read");
}

extern const Rule Webassembly = {{"AC4105",
                                  "webassembly",
                                  "code generation",
                                  Severity::Error,
                                  "use of WebAssembly",
                                  "code-generation",
                                  {"`WebAssembly` or a member of it is used.",
                                   "What a WebAssembly module does can be seen neither in the "
                                   "sources nor by agentc. The sandbox "
                                   "has no WebAssembly.",
                                   R"(module.exports = async function handler(input) {
  const { instance } = await WebAssembly.instantiate(Buffer.from(input.bytes, 'base64'));
  return instance.exports.run();
};
)",
                                   R"(module.exports = async function handler() {
  return typeof WebAssembly;
};
)",
                                   "Asking whether it is there is allowed."},
                                  Precision::VeryHigh,
                                  94},
                                 check};

} // namespace agentc::rules
