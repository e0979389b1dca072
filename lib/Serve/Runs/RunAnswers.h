#ifndef AGENTC_LIB_SERVE_RUNANSWERS_H
#define AGENTC_LIB_SERVE_RUNANSWERS_H

#include "App.h"
#include "Handlers.h"

#include "agentc/Agents/AgentLoop.h"
#include "agentc/Store/Journal.h"

namespace agentc::serve {

/// The run that the path names; std::nullopt after refusing the call.
std::optional<store::RunRecord> namedRun(App &app, const SharedCall &call);
/// The run of the response that the path names; std::nullopt after refusing the call.
std::optional<store::RunRecord> namedResponse(App &app, const SharedCall &call);
/// Makes the agent of a new run, and completes its first event.
void makeRun(App &app, const SharedCall &call, const ResolvedAgent &agent, Json start,
             std::function<void(std::variant<agents::LoopAgent, Refusal>, const Json &)> then);
/// Begins a run of a deployed agent with a first event and continues with its id, or refuses the
/// call.
void beginRun(App &app, const SharedCall &call, llvm::StringRef slug, Json start,
              std::function<void(std::string)> then);
/// Adds a schedule by a request's body, with the first event of each run.
void addSchedule(App &app, const SharedCall &call, const Json &body, const Json &start);
/// Refuses a request that comes too early: a server that has just started resumes its runs soon.
void refuseUntilUnderWay(const SharedCall &call);
/// Logs that a run has begun, with data of its first event.
void noteStart(App &app, const store::RunRecord &run, const Json &start);
/// Answers with the current state of a run.
void answerRun(App &app, const SharedCall &call, const store::RunRecord &run);

} // namespace agentc::serve

#endif
