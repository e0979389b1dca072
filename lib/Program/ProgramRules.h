#ifndef AGENTC_LIB_PROGRAM_PROGRAMRULES_H
#define AGENTC_LIB_PROGRAM_PROGRAMRULES_H

#include "agentc/Diagnostics/Rule.h"

namespace agentc {

extern const RuleInfo needsTransformRule;

} // namespace agentc

#endif
