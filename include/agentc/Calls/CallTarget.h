#ifndef AGENTC_CALLS_CALLTARGET_H
#define AGENTC_CALLS_CALLTARGET_H

#include "agentc/Pipeline/Pipeline.h"
#include "agentc/ToolProtocol/RunImage.h"

namespace agentc {

/// The tool, handler or agent that `run` calls.
struct CallTarget {
  std::string id;         ///< of a ToolDefinition, or of an AgentDefinition
  bool isMessage = false; ///< the agent's `processMessage` is called, of a BaseAgent
  /// Else it is a name to look for in what the loaded bundle exports: a framework that a bundle
  /// carries inside hides its tools from reading, but not from loading.
  bool isRead = true;
};

/// Chooses the tool or agent that was named; without a name the handler, the BaseAgent, or the only
/// tool. Where nothing that was read can be called, any name is taken. What cannot be called is an
/// Error that says what can.
llvm::Expected<CallTarget> chooseTarget(const AgentConfig &config, const Manifest &manifest,
                                        const std::optional<std::string> &name);

/// True if the manifest's `enabledTools` has the tool, or the manifest has no `enabledTools`.
bool isEnabled(const Manifest &manifest, const ToolDefinition &tool);

/// A tool's own name where it is known, else its id.
std::string toolName(const ToolDefinition &tool);

} // namespace agentc

#endif
