#ifndef AGENTC_CONFIG_TOOLTARGETS_H
#define AGENTC_CONFIG_TOOLTARGETS_H

#include "agentc/Config/Config.h"

#include <nlohmann/json.hpp>

namespace agentc {

/// Whom tool definitions are printed for.
enum class ToolTarget {
  Anthropic, ///< the Messages API: `{name, description, input_schema}`
  OpenAi,    ///< the Responses API: `{type: "function", name, description, parameters, strict}`
  Mcp,       ///< a server's list of tools: `{name, title, description, inputSchema,
             ///< outputSchema, annotations}`, schemas as its own printer writes them
};

/// A tool that a target takes, as it does.
struct TargetTool {
  const ToolDefinition *tool;
  Json definition;
};
/// A configuration's tools for the target, in the configuration's order. A tool that it would
/// refuse is reported and left out; nothing is mended.
std::vector<TargetTool> targetTools(const AgentConfig &config, ToolTarget target,
                                    DiagnosticList &diagnostics);
/// The same as an array that the target takes as it is.
Json toolsForTarget(const AgentConfig &config, ToolTarget target, DiagnosticList &diagnostics);

/// The diagnostics of toolsForTarget.
llvm::ArrayRef<const RuleInfo *> toolTargetRules();

} // namespace agentc

#endif
