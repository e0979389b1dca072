#ifndef AGENTC_LIB_RUNTIME_SCHEMACHECK_H
#define AGENTC_LIB_RUNTIME_SCHEMACHECK_H

#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// What the called tool's own schema, or `processMessage`, refuses in the request's input.
std::optional<std::string> findInvalidInput(const ToolRequest &request, const Json &input);
/// What the called tool's own schema refuses in its result.
std::optional<std::string> findInvalidResult(const ToolRequest &request, const Json &result);

} // namespace agentc

#endif
