#ifndef AGENTC_LIB_DRIVER_FLAGS_HTTPFLAGS_H
#define AGENTC_LIB_DRIVER_FLAGS_HTTPFLAGS_H

#include "Options.h"

#include "agentc/Mcp/Offer.h"

namespace agentc {

/// The place that `--http` names, with whom it answers; std::nullopt without that flag. A place
/// that other machines reach needs a token.
llvm::Expected<std::optional<HttpPlace>> readHttpPlace(DriverEnv &env,
                                                       const llvm::opt::InputArgList &arguments);

} // namespace agentc

#endif
