#include "ProgramRules.h"

#include "agentc/Program/Program.h"

namespace agentc {

const RuleInfo needsTransformRule = {
    "AC3301",
    "needs-transform",
    "syntax",
    Severity::Error,
    "TypeScript or JSX syntax that erasing types cannot turn into JavaScript",
    "",
    {"Reported by `package` and `run` for `enum`, `namespace`, parameter properties, decorators, "
     "`import x = require()`, `export =` and JSX.",
     "agentc runs and seals TypeScript by blanking its types, so that every position holds; syntax "
     "that makes code of its own has to be compiled before.",
     "", "", "Compile such files with `tsc` or `esbuild` and hand agentc the result."},
    Precision::VeryHigh,
    758};

llvm::ArrayRef<const RuleInfo *> programRules() {
  static const RuleInfo *const table[] = {&needsTransformRule};
  return table;
}

} // namespace agentc
