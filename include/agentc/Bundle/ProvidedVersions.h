#ifndef AGENTC_BUNDLE_PROVIDEDVERSIONS_H
#define AGENTC_BUNDLE_PROVIDEDVERSIONS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// The version that a bundle wants of a package that the sandbox provides, as far as it is known.
struct WantedVersion {
  std::string installed;   ///< the version that lies in `node_modules`; empty if none does
  std::string requirement; ///< the nearest manifest's; empty if it has none
};

/// The module that the sandbox gives where a bundle asks for one: `zod` itself, `zod/v3` where
/// version 3 is wanted. std::nullopt if it provides no such module, or none that fits: what is
/// installed has another major version or is newer, or the requirement excludes it.
std::optional<std::string> providedInstead(llvm::StringRef specifier, const WantedVersion &wanted);

} // namespace agentc

#endif
