#ifndef AGENTC_LIB_DRIVER_PROJECTSETTINGS_H
#define AGENTC_LIB_DRIVER_PROJECTSETTINGS_H

#include "agentc/Bundle/Settings.h"
#include "agentc/Driver/Driver.h"

namespace agentc {

/// The settings for a bundle: `--settings FILE`, else, in author trust, the `agentc.json` beside
/// the bundle or the nearest above it, else the built-in ones.
llvm::Expected<Settings> readProjectSettings(DriverEnv &env, const std::optional<std::string> &file,
                                             const Bundle &bundle, DiagnosticList &diagnostics);

} // namespace agentc

#endif
