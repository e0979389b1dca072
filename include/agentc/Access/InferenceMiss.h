#ifndef AGENTC_ACCESS_INFERENCEMISS_H
#define AGENTC_ACCESS_INFERENCEMISS_H

#include "agentc/Access/Access.h"
#include "agentc/ToolProtocol/ToolReport.h"

namespace agentc {

/// Attempts of a call in the sandbox that inference did not foresee, each a defect of agentc:
/// hosts, environment names and modules. `tool` is the access inferred for what was called,
/// `topLevel` that of loading the bundle. Nothing where inference said that it lost the trail.
std::vector<AccessItem> missedByInference(const ToolAccess &tool, const ToolAccess &topLevel,
                                          const ObservedAccess &observed);

} // namespace agentc

#endif
