#include "ProgramRules.h"

#include "agentc/Program/Program.h"

namespace agentc {

const RuleInfo needsTransformRule = {
    "AC3301",
    "needs-transform",
    "syntax",
    Severity::Error,
    "TypeScript or JSX syntax that agentc does not turn into JavaScript",
    "",
    {"Reported by `package` and `run` for decorators, JSX, `import` and `export` in a CommonJS "
     "file, "
     "and `export =` in an ES module.",
     "agentc runs and seals TypeScript by blanking its types, and writes enums, namespaces, "
     "parameter properties, `import x =` and `export =` as `tsc` does, each line in its place; "
     "what "
     "needs more has to be compiled before.",
     "", "",
     "Compile such files with `tsc` or `esbuild` and hand agentc the result. Fields are always "
     "defined, as `tsc` does for ES2022, whatever `useDefineForClassFields` says."},
    Precision::VeryHigh,
    758};

llvm::ArrayRef<const RuleInfo *> programRules() {
  static const RuleInfo *const table[] = {&needsTransformRule};
  return table;
}

} // namespace agentc
