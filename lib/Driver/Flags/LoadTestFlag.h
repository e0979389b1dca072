#ifndef AGENTC_LIB_DRIVER_FLAGS_LOADTESTFLAG_H
#define AGENTC_LIB_DRIVER_FLAGS_LOADTESTFLAG_H

#include "Options.h"

#include "agentc/ToolProtocol/ToolProcess.h"

namespace agentc {

/// Starts the sandbox for load tests, unless `--no-load-test` leaves them out; to be called before
/// a bundle is read, since V8 gets ready meanwhile.
llvm::Error startForLoadTest(const llvm::opt::InputArgList &arguments,
                             std::optional<ToolProcess> &sandbox);

} // namespace agentc

#endif
