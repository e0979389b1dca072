#ifndef AGENTC_PIPELINE_CATALOG_H
#define AGENTC_PIPELINE_CATALOG_H

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

/// The diagnostics of what happens in the sandbox, or would.
llvm::ArrayRef<const RuleInfo *> sandboxRules();

/// Every rule of the program.
const Catalog &fullCatalog();

} // namespace agentc

#endif
