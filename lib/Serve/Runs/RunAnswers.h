#ifndef AGENTC_LIB_SERVE_RUNANSWERS_H
#define AGENTC_LIB_SERVE_RUNANSWERS_H

#include "App.h"

#include "agentc/Store/Journal.h"

namespace agentc::serve {

/// The run that the path names; std::nullopt after refusing the call.
std::optional<store::RunRecord> namedRun(App &app, const SharedCall &call);
/// Answers by a run as it is now.
void answerRun(App &app, const SharedCall &call, const store::RunRecord &run);

} // namespace agentc::serve

#endif
