#include "Uses.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all())
    // the call was reported; what is done with its result is no further access
    if (isPathOrMember(use.path, "global:WebAssembly"_api) && !use.path.contains('(') &&
        !isHarmlessTest(use))
      report.at(use, "`" + shown(use.path) + "` runs machine code that agentc cannot read");
}

extern const Rule Webassembly = {{.id = "AC4105",
                                  .name = "webassembly",
                                  .group = "code generation",
                                  .severity = Severity::Error,
                                  .summary = "use of WebAssembly",
                                  .access = "code-generation",
                                  .cwe = 94,
                                  .concern = Concern::Sandbox},
                                 check};

} // namespace agentc::rules
