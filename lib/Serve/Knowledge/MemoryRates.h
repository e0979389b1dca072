#ifndef AGENTC_LIB_SERVE_MEMORYRATES_H
#define AGENTC_LIB_SERVE_MEMORYRATES_H

#include "App.h"

#include "agentc/Store/Knowledge.h"

namespace agentc::serve {

/// Memory's collections are named by their kinds.
inline constexpr llvm::StringLiteral memoryPrefix = "memory:";

/// The memory that the path names; std::nullopt after refusing the call.
std::optional<store::Document> namedMemory(App &app, const SharedCall &call);
/// Searches of a tenant's memory by kind: `searches`, `found`, `used`, `succeeded`, `hit_rate`,
/// `success_rate`.
llvm::Expected<Json> memoryRates(App &app, llvm::StringRef tenant);
/// The same in Prometheus' text format; empty if the state cannot be read.
std::string memoryMetrics(App &app, llvm::StringRef tenant);

} // namespace agentc::serve

#endif
