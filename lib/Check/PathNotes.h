#ifndef AGENTC_LIB_CHECK_PATHNOTES_H
#define AGENTC_LIB_CHECK_PATHNOTES_H

#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Flow/ApiUse.h"

namespace agentc {

/// Collects the places where the API of a use got the names that led it there, nearest first.
std::vector<DiagnosticNote> pathNotes(const Program &program, const Values &values,
                                      const ApiUse &use);

} // namespace agentc

#endif
