#ifndef AGENTC_LIB_SERVE_LOOPAGENTS_H
#define AGENTC_LIB_SERVE_LOOPAGENTS_H

#include "PreparedPackages.h"

#include "agentc/Agents/AgentLoop.h"
#include "agentc/Store/Records.h"

namespace agentc::serve {

class App;

/// The configuration of a package as it was sealed: its agents and tools.
llvm::Expected<Json> sealedConfiguration(App &app, llvm::StringRef tenant,
                                         const store::PackageRecord &package);

/// The names of a package's agents that runs can be made of, as `agentName` takes them.
std::vector<std::string> agentsForRuns(App &app, const Json &configuration,
                                       const store::PackageRecord &package, const Json &settings);

/// Completes a run's first event by the kind of its agent, which is not made yet.
llvm::Error completeStart(App &app, const store::RunRecord &run, Json &start);

/// The agent of a run, made of the version of its package that the run began with: its
/// instructions, model and tools as they were sealed, and the models that the operator has.
/// `start`, the run's first event: `version`, and maybe `agentName`, one of the package's agents,
/// and `tools`, the names of those that the model may use. Calls `done` now or later; with 503 for
/// failures that may pass soon.
void loopAgentOf(App &app, const store::RunRecord &run, const Json &start,
                 std::function<void(std::variant<agents::LoopAgent, Refusal>)> done);

} // namespace agentc::serve

#endif
