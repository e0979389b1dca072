#ifndef AGENTC_LIB_RULES_MODULEUSES_H
#define AGENTC_LIB_RULES_MODULEUSES_H

#include "Uses.h"

#include "agentc/Bundle/ModuleNames.h"

namespace agentc {

/// What one use of a module is worth at most, and what is said of it.
struct ModuleFinding {
  Severity most;
  std::string gives;     ///< as in `` `fs` gives … ``
  std::string help = {}; ///< what to do, where the rule's page doesn't say it
};

/// Reports what code does with the modules of Node's that reach `reach`. An error is what throws in
/// the sandbox: a member that a tool, a handler or loading the bundle reaches, and an import by a
/// tool's own code. An import alone, and what nothing reaches, is a note. `told` says what to tell
/// of a use, if anything; `isLost`: nothing that code does with the module is known.
void reportModules(
    const CheckContext &context, RuleReporter &report, ModuleReach reach,
    llvm::function_ref<std::optional<ModuleFinding>(const ApiUse &use, bool isLost)> told);

/// The same where each use does alike.
void reportModules(const CheckContext &context, RuleReporter &report, ModuleReach reach,
                   llvm::StringRef gives);

/// Whether the sandbox will give the module to this bundle: provided, of the base class's package,
/// or allowed by the manifest.
bool isAllowedModule(const CheckContext &context, llvm::StringRef name);

/// Whether one of the rules for Node's dangerous modules reports it.
bool hasOwnRule(llvm::StringRef module);

} // namespace agentc

#endif
