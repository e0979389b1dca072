#ifndef AGENTC_LIB_SERVE_DATAFOLDERS_H
#define AGENTC_LIB_SERVE_DATAFOLDERS_H

#include "Runs/PackageHost.h"

#include "agentc/Serve/Serve.h"

namespace agentc::serve {

/// Gives a call that keeps data the folder of its agent, `data/TENANT@AGENT` of the server's state,
/// which each version of the agent gets. A call of no agent keeps nothing; nor does one whose
/// folder cannot be made, which is an Error.
llvm::Error giveData(const Options &options, const Caller &caller, ToolRequest &request);

} // namespace agentc::serve

#endif
