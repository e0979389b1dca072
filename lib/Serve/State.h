#ifndef AGENTC_LIB_SERVE_STATE_H
#define AGENTC_LIB_SERVE_STATE_H

#include "agentc/Serve/Serve.h"
#include "agentc/Store/Nodes.h"

namespace agentc::serve {

/// Opens the state that the options name: the folder's, without nodes, or that in Redis.
llvm::Expected<store::SharedState> openState(const Options &options);

} // namespace agentc::serve

#endif
