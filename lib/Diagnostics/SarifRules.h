#ifndef AGENTC_LIB_DIAGNOSTICS_SARIFRULES_H
#define AGENTC_LIB_DIAGNOSTICS_SARIFRULES_H

#include "agentc/Diagnostics/Renderers.h"

namespace agentc {

/// The id of the notification that says how many findings a report leaves out.
inline constexpr llvm::StringRef leftOutId = "findings-left-out";

/// SARIF's `tool.driver`: the program and all rules of the catalog, in its order.
Json sarifDriver(const Catalog &catalog, llvm::StringRef version);

} // namespace agentc

#endif
