#ifndef AGENTC_LIB_DRIVER_CALLTARGET_H
#define AGENTC_LIB_DRIVER_CALLTARGET_H

#include "agentc/Config/Config.h"

#include "llvm/Support/Error.h"

namespace agentc {

/// What `run` calls.
struct CallTarget {
  std::string id; ///< of a ToolDefinition, or of an AgentDefinition with a handler
};

/// Chooses the tool that was named; without a name the handler, or the only tool. What cannot be
/// called is an Error that says what can.
llvm::Expected<CallTarget> chooseTarget(const AgentConfig &config, const Manifest &manifest,
                                        const std::optional<std::string> &name);

/// A tool's own name where it is known, else its id.
std::string toolName(const ToolDefinition &tool);

} // namespace agentc

#endif
