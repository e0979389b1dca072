#ifndef AGENTC_LIB_RULES_MODULEUSES_H
#define AGENTC_LIB_RULES_MODULEUSES_H

#include "Uses.h"

#include "agentc/Bundle/ModuleNames.h"

namespace agentc {

/// Reports what code does with the modules of Node's that reach `reach`, as `` `fs` gives … ``. An
/// error is what throws in the sandbox: a member that a tool, a handler or loading the bundle
/// reaches, and an import by a tool's own code. An import alone, and what nothing reaches, is a
/// note. `mostOf` says of a use how much it is worth at most.
void reportModules(
    const CheckContext &context, RuleReporter &report, ModuleReach reach, llvm::StringRef gives,
    llvm::function_ref<Severity(const ApiUse &)> mostOf = [](const ApiUse &) {
      return Severity::Error;
    });

/// Whether the sandbox will give the module to this bundle: provided, of the base class's package,
/// or allowed by the manifest.
bool isAllowedModule(const CheckContext &context, llvm::StringRef name);

/// Whether one of the rules for Node's dangerous modules reports it.
bool hasOwnRule(llvm::StringRef module);

} // namespace agentc

#endif
