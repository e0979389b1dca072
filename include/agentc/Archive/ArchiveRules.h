#ifndef AGENTC_ARCHIVE_ARCHIVERULES_H
#define AGENTC_ARCHIVE_ARCHIVERULES_H

#include "agentc/Diagnostics/Rule.h"

namespace agentc {

/// The rules AC1001 to AC1099 by which archives are refused, sorted by id.
llvm::ArrayRef<const RuleInfo *> archiveRules();

} // namespace agentc

#endif
