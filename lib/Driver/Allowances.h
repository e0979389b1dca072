#ifndef AGENTC_LIB_DRIVER_ALLOWANCES_H
#define AGENTC_LIB_DRIVER_ALLOWANCES_H

#include "Flags/Options.h"

#include "agentc/Diagnostics/Diagnostic.h"

namespace agentc {

/// The allowance in a manifest that would resolve a finding: a word of one of its lists.
struct AskedAllowance {
  std::string list; ///< `allowedHosts`, `allowedEnv`
  std::string word;

  friend auto operator<=>(const AskedAllowance &, const AskedAllowance &) = default;
};

/// std::nullopt where that mends nothing, or is not certain.
std::optional<AskedAllowance> allowanceFor(const Diagnostic &finding);

/// Writes into the manifest of a folder what the bundle's code, and what it reaches in installed
/// packages, asks for by constant names, and prints what was added.
llvm::Error allowWhatIsAsked(DriverEnv &env, const CommonOptions &options, llvm::StringRef path);

} // namespace agentc

#endif
