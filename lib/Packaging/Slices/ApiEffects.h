#ifndef AGENTC_LIB_PACKAGING_SLICES_APIEFFECTS_H
#define AGENTC_LIB_PACKAGING_SLICES_APIEFFECTS_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

// What functions of the language and of provided modules do to what they are given, by their API
// paths; names that no list has are taken for the worse.

/// `axios` of `module:axios.create`; empty for a path that is not a module's.
llvm::StringRef moduleOfPath(llvm::StringRef apiPath);
/// Methods of built-in objects that leave them as they are.
bool leavesReceiver(llvm::StringRef name);
/// Functions that change what they are given or belong to.
bool apiChanges(llvm::StringRef apiPath);
/// Of the language, or of a module that the sandbox provides.
bool isProvided(llvm::StringRef apiPath);
/// Whether a function makes definitions and schemas: it keeps the functions that it is given, and
/// calls none.
bool isDefining(llvm::StringRef apiPath);
/// Methods of definitions that run the functions which they were given.
bool runsDefinition(llvm::StringRef name);

} // namespace agentc

#endif
