#ifndef AGENTC_LIB_SERVE_MCPRUNS_H
#define AGENTC_LIB_SERVE_MCPRUNS_H

#include "Handlers.h"
#include "Runs/RunViews.h"

#include "agentc/ToolProtocol/ToolCaller.h"

namespace agentc::serve {

/// The first event of the run that a call of that tool asks for; an error if its input is at fault.
llvm::Expected<Json> readAgentCall(const SharedCall &call, llvm::StringRef input);
/// Turns a run's events into those of a tool call, and its end into the call's report.
std::unique_ptr<RunView> progressView(std::string run, ToolCaller::OnEvent onEvent,
                                      ToolCaller::OnReport onReport);
/// The report of a run that has failed, or cannot begin.
ToolReport failedRun(llvm::StringRef message);

} // namespace agentc::serve

#endif
