#ifndef AGENTC_LIB_DRIVER_DRIVERRULES_H
#define AGENTC_LIB_DRIVER_DRIVERRULES_H

#include "agentc/Diagnostics/Rule.h"

namespace agentc {

/// AC9001: the bundle's top level threw or ran out of a limit.
extern const RuleInfo loadFailed;
/// AC9002: V8 does not compile what agentc parsed.
extern const RuleInfo parserDisagreement;
/// AC9003: what the loaded bundle defines is not what agentc read.
extern const RuleInfo loadDifference;
/// AC9004: the sandbox could not say what the bundle defines.
extern const RuleInfo loadIncomplete;
/// AC9005: a call attempted what was not inferred.
extern const RuleInfo inferenceMiss;

/// AC9006: what a package that is not a bundle would miss in the sandbox, told once.
extern const RuleInfo notInSandbox;

/// The diagnostics of this library.
llvm::ArrayRef<const RuleInfo *> driverRules();

/// Every rule of the program.
Catalog fullCatalog();

} // namespace agentc

#endif
