#ifndef AGENTC_LIB_DRIVER_NETWORKOPTIONS_H
#define AGENTC_LIB_DRIVER_NETWORKOPTIONS_H

#include "Options.h"

#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// What flags say of how granted hosts may be reached.
struct NetworkOptions {
  bool privateAddresses = false;
  std::vector<std::string> resolve; ///< `HOST:PORT:ADDRESS`
  std::string authorities;          ///< PEM
};

/// Reads `--allow-private`, `--resolve` and `--ca` with its file.
llvm::Expected<NetworkOptions> readNetworkOptions(DriverEnv &env,
                                                  const llvm::opt::InputArgList &arguments);

/// Puts them into what a call is granted.
void apply(const NetworkOptions &options, Grant &grant);

} // namespace agentc

#endif
