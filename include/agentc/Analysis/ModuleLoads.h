#ifndef AGENTC_ANALYSIS_MODULELOADS_H
#define AGENTC_ANALYSIS_MODULELOADS_H

#include "agentc/Values/Values.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

/// One place where a module's code asks for another while it runs.
struct ModuleLoad {
  const ast::Node *specifier; ///< the expression that says which
  ImportForm form;
};

/// Calls `visit` for each `import()`, and each call of what `require`, `require.resolve` or a
/// `createRequire` can be, in a module.
void forEachLoad(const Values &values, const ModuleInfo &module,
                 llvm::function_ref<void(const ModuleLoad &)> visit);

} // namespace agentc

#endif
