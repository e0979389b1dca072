#ifndef AGENTC_LIB_MCP_STDIO_H
#define AGENTC_LIB_MCP_STDIO_H

#include "agentc/Mcp/Offer.h"
#include "agentc/ToolProtocol/ToolClient.h"

namespace agentc {

/// Serves one client on standard input and output until it closes either.
void serveStdio(const Offer &offer, ToolClient &sandbox);

} // namespace agentc

#endif
