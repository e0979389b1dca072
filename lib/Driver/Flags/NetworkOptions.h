#ifndef AGENTC_LIB_DRIVER_FLAGS_NETWORKOPTIONS_H
#define AGENTC_LIB_DRIVER_FLAGS_NETWORKOPTIONS_H

#include "Options.h"

#include "agentc/Calls/Grant.h"
#include "agentc/Net/HostPattern.h"

namespace agentc {

/// Reads `--allow-private`, `--resolve` and `--ca` with its file.
llvm::Expected<NetworkOptions> readNetworkOptions(DriverEnv &env,
                                                  const llvm::opt::InputArgList &arguments);

/// The hosts that `--resolve` names.
std::vector<ResolvedHost> resolvedHosts(const NetworkOptions &options);

} // namespace agentc

#endif
