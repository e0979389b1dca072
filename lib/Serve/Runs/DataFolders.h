#ifndef AGENTC_LIB_SERVE_DATAFOLDERS_H
#define AGENTC_LIB_SERVE_DATAFOLDERS_H

#include "Runs/PackageHost.h"

#include "agentc/Serve/Serve.h"

namespace agentc::serve {

/// Gives a call that keeps data the folder of its agent, `data/TENANT@AGENT` of the server's state,
/// which all versions of the agent share. A call without an agent keeps nothing. Fails if the
/// folder cannot be created.
llvm::Error giveData(const Options &options, const Caller &caller, ToolRequest &request);

} // namespace agentc::serve

#endif
