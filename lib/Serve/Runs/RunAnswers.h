#ifndef AGENTC_LIB_SERVE_RUNANSWERS_H
#define AGENTC_LIB_SERVE_RUNANSWERS_H

#include "App.h"

#include "agentc/Store/Journal.h"

namespace agentc::serve {

/// The run that the path names; std::nullopt after refusing the call.
std::optional<store::RunRecord> namedRun(App &app, const SharedCall &call);
/// Begins a run of a deployed agent by its first event, and goes on with its id, or refuses the
/// call.
void beginRun(App &app, const SharedCall &call, llvm::StringRef slug, Json start,
              std::function<void(std::string)> then);
/// Answers by a run as it is now.
void answerRun(App &app, const SharedCall &call, const store::RunRecord &run);

} // namespace agentc::serve

#endif
