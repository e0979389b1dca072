#ifndef AGENTC_LIB_DRIVER_FLAGS_CALLFILES_H
#define AGENTC_LIB_DRIVER_FLAGS_CALLFILES_H

#include "Options.h"

#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// JSON that an argument holds, or an Error with the place of its mistake.
llvm::Expected<Json> parseArgument(llvm::StringRef what, llvm::StringRef text);

/// What `--context FILE` says of a call.
llvm::Error readContext(DriverEnv &env, const llvm::opt::InputArgList &arguments,
                        CallContext &context);

/// What `--platform FILE` has the services answer, as JSON text; a folder in it is one beside the
/// file.
llvm::Error readPlatform(DriverEnv &env, const llvm::opt::InputArgList &arguments,
                         std::string &platform);

} // namespace agentc

#endif
