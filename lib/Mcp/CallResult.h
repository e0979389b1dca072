#ifndef AGENTC_LIB_MCP_CALLRESULT_H
#define AGENTC_LIB_MCP_CALLRESULT_H

#include "agentc/Mcp/Offer.h"
#include "agentc/ToolProtocol/ToolReport.h"

namespace agentc {

/// The `CallToolResult` of a report: a tool's failure is a result that says so, not an error of the
/// protocol. Of what a tool answers in the protocol's own form only what is well-formed is passed
/// on; the rest becomes text.
Json callResult(const OfferedTool &tool, const ToolReport &report);

} // namespace agentc

#endif
