#ifndef AGENTC_FLOW_MODULELOADS_H
#define AGENTC_FLOW_MODULELOADS_H

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

/// Modules of the bundle that code loads while it runs, as far as their names are known; imports
/// are the program's.
class ModuleLoads {
public:
  ModuleLoads(const Program &program, const Values &values);

  /// Those of a function's or class's own code, or of a module's top level.
  llvm::ArrayRef<const ModuleInfo *> of(const ast::Node &code) const;
  void forEach(llvm::function_ref<void(const ModuleInfo &from, const ModuleInfo &to)> visit) const;

private:
  const Program &program_;
  llvm::DenseMap<const ast::Node *, llvm::SmallVector<const ModuleInfo *, 2>> byCode_;
};

} // namespace agentc

#endif
