#ifndef AGENTC_LIB_CHECK_PATHNOTES_H
#define AGENTC_LIB_CHECK_PATHNOTES_H

#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Flow/ApiUse.h"

namespace agentc {

/// Where the API of a use got the names by which it came there, nearest first.
std::vector<DiagnosticNote> pathNotes(const Program &program, const Values &values,
                                      const ApiUse &use);

} // namespace agentc

#endif
