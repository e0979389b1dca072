#ifndef AGENTC_LIB_RUNTIME_SCHEMACHECK_H
#define AGENTC_LIB_RUNTIME_SCHEMACHECK_H

#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// What the called tool's own schema, or `processMessage`, refuses in the request's input.
std::optional<std::string> findInvalidInput(const ToolRequest &request, const Json &input);
/// What a tool's own schema refuses in what a model would call it with; nothing for a tool that the
/// image does not have.
std::optional<std::string> findInvalidArguments(const ToolRequest &request, llvm::StringRef tool,
                                                const Json &arguments);
/// What the called tool's own schema refuses in its result.
std::optional<std::string> findInvalidResult(const ToolRequest &request, const Json &result);

} // namespace agentc

#endif
