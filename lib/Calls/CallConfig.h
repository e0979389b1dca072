#ifndef AGENTC_LIB_CALLS_CALLCONFIG_H
#define AGENTC_LIB_CALLS_CALLCONFIG_H

#include "agentc/Pipeline/Pipeline.h"
#include "agentc/ToolProtocol/RunImage.h"

namespace agentc {

/// The configuration that a handler finds as `ctx.config` and a BaseAgent is given.
struct CallConfig {
  std::string text;                 ///< JSON of an object; empty: nothing is given
  std::optional<std::string> fault; ///< what the bundle's `config.schema.json` refuses in it
};

/// Chooses a call's configuration: what was given with the call (JSON text; empty: nothing), else
/// the bundle's `config.json`, else the manifest's `toolConfig`. A BaseAgent also gets what its
/// manifest says and the configuration does not: `toolConfig`, `enabledTools`, `allowedHosts`,
/// `fetchTimeout`.
CallConfig chooseConfig(const Compilation &compilation, BundleStyle style, llvm::StringRef given);

} // namespace agentc

#endif
