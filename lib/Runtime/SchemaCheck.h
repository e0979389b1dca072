#ifndef AGENTC_LIB_RUNTIME_SCHEMACHECK_H
#define AGENTC_LIB_RUNTIME_SCHEMACHECK_H

#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// What `processMessage` refuses in the request's input; nothing for tools.
std::optional<std::string> findInvalidMessage(const ToolRequest &request, const Json &input);
/// What the called tool's own schema, as agentc read it, refuses in the request's input. It counts
/// where the tool has no object for its schema that could parse the input.
std::optional<std::string> findInvalidInput(const ToolRequest &request);
/// What a tool's own schema refuses in what a model would call it with; nothing for a tool that the
/// image does not have.
std::optional<std::string> findInvalidArguments(const ToolRequest &request, llvm::StringRef tool,
                                                const Json &arguments);
/// What the called tool's own schema refuses in its result.
std::optional<std::string> findInvalidResult(const ToolRequest &request, const Json &result);

} // namespace agentc

#endif
