#ifndef AGENTC_LIB_DRIVER_FLAGS_CALLFILES_H
#define AGENTC_LIB_DRIVER_FLAGS_CALLFILES_H

#include "Options.h"

#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// JSON that an argument holds, or an Error with the place of its mistake.
llvm::Expected<Json> parseArgument(llvm::StringRef what, llvm::StringRef text);

/// Reads the context of a call from the file that `--context FILE` names.
llvm::Error readContext(DriverEnv &env, const llvm::opt::InputArgList &arguments,
                        CallContext &context);

/// Reads the answers of the services from the file that `--platform FILE` names, as JSON text;
/// a relative folder in it lies beside the file.
llvm::Error readPlatform(DriverEnv &env, const llvm::opt::InputArgList &arguments,
                         std::string &platform);

} // namespace agentc

#endif
