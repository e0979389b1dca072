#ifndef AGENTC_LIB_DRIVER_REPORTS_DIFFTEXT_H
#define AGENTC_LIB_DRIVER_REPORTS_DIFFTEXT_H

#include "agentc/Packaging/Difference.h"

namespace agentc {

/// The changes for a person: what widens access first, then area by area, texts line by line;
/// `columns` as of TextStyle.
std::string renderChanges(llvm::ArrayRef<Change> changes, bool color, size_t columns);

} // namespace agentc

#endif
