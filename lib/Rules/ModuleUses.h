#ifndef AGENTC_LIB_RULES_MODULEUSES_H
#define AGENTC_LIB_RULES_MODULEUSES_H

#include "Uses.h"

namespace agentc {

/// Reports every import of one of the modules, as `` `fs` gives … ``.
void reportModules(const CheckContext &context, RuleReporter &report,
                   llvm::ArrayRef<llvm::StringLiteral> modules, llvm::StringRef gives);

/// Whether the sandbox will give the module to this bundle: provided, of the base class's package,
/// or allowed by the manifest.
bool isAllowedModule(const CheckContext &context, llvm::StringRef name);

/// Whether one of the rules for Node's dangerous modules reports it.
bool hasOwnRule(llvm::StringRef module);

extern const llvm::ArrayRef<llvm::StringLiteral> childProcessModules, filesystemModules,
    networkModules, workerModules, vmModules, systemModules;

} // namespace agentc

#endif
