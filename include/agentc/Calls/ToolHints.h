#ifndef AGENTC_CALLS_TOOLHINTS_H
#define AGENTC_CALLS_TOOLHINTS_H

#include "agentc/Calls/CallRequest.h"

namespace agentc {

/// The hints of MCP that are certain of a tool's calls: `readOnlyHint`, `destructiveHint`,
/// `openWorldHint`. A call reaches what its code reaches and the sandbox grants, so that either
/// alone proves that it does not; where the trail is lost, the grant alone does.
Json provenHints(const PreparedCall &call, const ToolAccess &topLevel);

/// Names the hosts and folders that a call is granted, for the person who approves it; empty: none.
std::string reachInWords(const PreparedCall &call);

} // namespace agentc

#endif
