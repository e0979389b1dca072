#ifndef AGENTC_LIB_CHECK_WAIVERULES_H
#define AGENTC_LIB_CHECK_WAIVERULES_H

#include "agentc/Diagnostics/Rule.h"

/// The rules that the stage `waive` reports: waivers (AC122x) and suppressions (AC340x).
namespace agentc::waiving {

extern const RuleInfo expiredWaiver, unusedWaiver, waiverOfError;
extern const RuleInfo malformedSuppression, unknownSuppressedRule, unusedSuppression,
    ignoredSuppression;

} // namespace agentc::waiving

#endif
