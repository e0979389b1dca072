#ifndef AGENTC_LIB_ARCHIVE_TARSCAN_H
#define AGENTC_LIB_ARCHIVE_TARSCAN_H

#include "ContentsReader.h"

#include "agentc/Support/Limits.h"

namespace agentc {

/// Proves a gzipped tar archive as `readTarGz` promises, inflating it piece by piece without
/// keeping contents; the entries in their order, or nullopt after reporting.
std::optional<std::vector<ScannedEntry>> scanTarGz(llvm::StringRef bytes, const ReadLimits &limits,
                                                   Refusals &refusals);

} // namespace agentc

#endif
