#ifndef AGENTC_RULES_RULES_H
#define AGENTC_RULES_RULES_H

#include "agentc/Check/Rule.h"

namespace agentc {

/// All rules of lib/Rules, sorted by path.
llvm::ArrayRef<const Rule *> allRules();

} // namespace agentc

#endif
