#include "ProgramRules.h"

#include "agentc/Program/Program.h"

namespace agentc {

const RuleInfo needsTransformRule = {
    .id = "AC3301",
    .name = "needs-transform",
    .group = "syntax",
    .severity = Severity::Error,
    .summary = "TypeScript syntax that agentc does not turn into JavaScript",
    .cwe = 758,
    .concern = Concern::Sandbox};

llvm::ArrayRef<const RuleInfo *> programRules() {
  static const RuleInfo *const table[] = {&needsTransformRule};
  return table;
}

} // namespace agentc
