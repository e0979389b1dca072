#ifndef AGENTC_BUNDLE_ALLOWANCE_H
#define AGENTC_BUNDLE_ALLOWANCE_H

#include "agentc/Bundle/Semver.h"
#include "agentc/Bundle/Settings.h"

namespace agentc {

/// One item of the settings' `allowedDependencies`: `name`, `@scope/*`, either with `@range`.
struct Allowance {
  llvm::StringRef package; ///< the name; of a scope `@scope/`
  bool isScope = false;
  std::optional<VersionRange> range; ///< std::nullopt: any requirement
  llvm::StringRef rangeText;

  bool covers(llvm::StringRef name) const {
    return isScope ? name.starts_with(package) && name != package : name == package;
  }
};

/// std::nullopt if the text is none. What the answer names belongs to the text.
std::optional<Allowance> parseAllowance(llvm::StringRef text);

/// The settings' allowance of a package: every item that covers it.
std::vector<Allowance> allowancesOf(const Settings &settings, llvm::StringRef package);

} // namespace agentc

#endif
