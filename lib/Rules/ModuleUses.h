#ifndef AGENTC_LIB_RULES_MODULEUSES_H
#define AGENTC_LIB_RULES_MODULEUSES_H

#include "Uses.h"

#include "agentc/Bundle/ModuleNames.h"

namespace agentc {

/// The highest severity of a finding about one use of a module, and its wording.
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

/// True if the sandbox will give the module to this bundle: because it is provided, belongs to
/// the base class's package, or is allowed by the manifest.
bool isAllowedModule(const CheckContext &context, llvm::StringRef name);

/// True if one of the rules for Node's dangerous modules reports the module.
bool hasOwnRule(llvm::StringRef module);

} // namespace agentc

#endif
