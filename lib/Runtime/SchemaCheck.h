#ifndef AGENTC_LIB_RUNTIME_SCHEMACHECK_H
#define AGENTC_LIB_RUNTIME_SCHEMACHECK_H

#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// Returns the fault for which `processMessage` refuses the request's input; nothing for tools.
std::optional<std::string> findInvalidMessage(const ToolRequest &request, const Json &input);
/// Returns the fault for which the called tool's own schema, as agentc read it, refuses the
/// request's input. The check counts where the tool has no object for its schema that could
/// parse the input.
std::optional<std::string> findInvalidInput(const ToolRequest &request);
/// Returns the fault for which a tool's own schema refuses the arguments of a model's call;
/// nothing for a tool that the image does not have.
std::optional<std::string> findInvalidArguments(const ToolRequest &request, llvm::StringRef tool,
                                                const Json &arguments);
/// Returns the fault for which the called tool's own schema refuses the tool's result.
std::optional<std::string> findInvalidResult(const ToolRequest &request, const Json &result);

} // namespace agentc

#endif
