#ifndef AGENTC_TOOLPROTOCOL_TOOLUSE_H
#define AGENTC_TOOLPROTOCOL_TOOLUSE_H

#include "agentc/ToolProtocol/ToolReport.h"

namespace agentc {

/// A `tool_use` block of Anthropic's Messages API.
struct ToolUse {
  std::string id;
  std::string name;
  std::string input; ///< JSON text of an object
};

/// The block, if this is one: an object with `type`, `id`, `name`, `input`, whatever else.
std::optional<ToolUse> toolUseFromJson(const Json &json);

/// The `tool_result` block that answers it. What a server of the Model Context Protocol returns
/// becomes its blocks, other results their text; whatever is not Ok has `is_error`.
Json toolResultToJson(llvm::StringRef toolUseId, const ToolReport &report);

} // namespace agentc

#endif
