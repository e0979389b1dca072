#ifndef AGENTC_LIB_SERVE_CODEAGENTS_H
#define AGENTC_LIB_SERVE_CODEAGENTS_H

#include "Runs/ApprovalRules.h"

#include "agentc/Agents/AgentLoop.h"
#include "agentc/Store/Journal.h"

namespace agentc::serve {

/// True if a sealed agent is a BaseAgent, whose own code asks models.
bool isCodeAgent(const Json &agent);

/// The code of such an agent, which is the entry of its package; its fault if it cannot be
/// run.
std::variant<agents::LoopTool, std::string> codeOf(const Offer &offer, const ApprovalRules &rules);

/// The message that the code of a run's agent is called with (AgentContext). It is the same for
/// each call of a run, so that code that is called again asks the same questions.
Json codeInput(const store::RunRecord &run, const Json &start);

/// A call's configuration (JSON text) without the tools that `only`, a list of names, leaves out.
std::string configWithTools(llvm::StringRef config, const Json &only);

} // namespace agentc::serve

#endif
