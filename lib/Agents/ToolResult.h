#ifndef AGENTC_LIB_AGENTS_TOOLRESULT_H
#define AGENTC_LIB_AGENTS_TOOLRESULT_H

#include "agentc/ToolProtocol/ToolReport.h"

#include <nlohmann/json.hpp>

namespace agentc::agents {

/// The `tool_result` block of a call's report, cut to the limit for models.
Json resultOf(llvm::StringRef id, const ToolReport &report);
/// The `tool_result` block of a call that was not made, or not completed.
Json errorResult(llvm::StringRef id, const std::string &message);

} // namespace agentc::agents

#endif
