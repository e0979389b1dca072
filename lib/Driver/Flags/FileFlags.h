#ifndef AGENTC_LIB_DRIVER_FLAGS_FILEFLAGS_H
#define AGENTC_LIB_DRIVER_FLAGS_FILEFLAGS_H

#include "Options.h"

#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// Reads the grants of `--allow-write` and `--allow-read`. A path granted by both may be
/// written.
llvm::Expected<std::vector<FileGrant>> readFileGrants(const llvm::opt::InputArgList &arguments);

/// The folder that `--data` names, which is made if it isn't there (not those above it);
/// std::nullopt without the flag.
llvm::Expected<std::optional<std::string>> readDataFolder(const llvm::opt::InputArgList &arguments);

} // namespace agentc

#endif
