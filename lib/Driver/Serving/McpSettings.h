#ifndef AGENTC_LIB_DRIVER_SERVING_MCPSETTINGS_H
#define AGENTC_LIB_DRIVER_SERVING_MCPSETTINGS_H

#include "Flags/Options.h"

namespace agentc {

/// A server as a client starts it.
struct ServerCommand {
  std::string name;    ///< of the server in the client's settings
  std::string program; ///< absolute
  std::vector<std::string> arguments;
  std::vector<std::string> environment; ///< names of variables that it hands on
};

/// The command line that serves the same as this one from any folder; `digests` pin the packages.
ServerCommand serverCommand(const llvm::opt::InputArgList &arguments, std::string name,
                            llvm::ArrayRef<std::string> digests,
                            std::vector<std::string> environment);

/// Returns the settings that a client (`claude`, `codex`, `cursor`, `vscode`) needs.
std::string settingsFor(llvm::StringRef client, const ServerCommand &command);

} // namespace agentc

#endif
