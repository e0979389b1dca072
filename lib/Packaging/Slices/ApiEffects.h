#ifndef AGENTC_LIB_PACKAGING_SLICES_APIEFFECTS_H
#define AGENTC_LIB_PACKAGING_SLICES_APIEFFECTS_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

// The effects that functions of the language and of provided modules have on their arguments,
// by API path; for names that no list has, the worse is assumed.

/// `axios` of `module:axios.create`; empty for a path that is not a module's.
llvm::StringRef moduleOfPath(llvm::StringRef apiPath);
/// Functions that change what they are given or belong to.
bool apiChanges(llvm::StringRef apiPath);
/// Of the language, or of a module that the sandbox provides.
bool isProvided(llvm::StringRef apiPath);
/// Returns true if a function makes definitions and schemas: it keeps the functions passed to
/// it and calls none of them.
bool isDefining(llvm::StringRef apiPath);
/// Methods of definitions that run the functions which they were given.
bool runsDefinition(llvm::StringRef name);

} // namespace agentc

#endif
