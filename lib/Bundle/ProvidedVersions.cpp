#include "agentc/Bundle/ProvidedVersions.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Bundle/Semver.h"

namespace agentc {

namespace {

/// An earlier major version that a provided package carries along.
struct CarriedVersion {
  llvm::StringLiteral package, module, version;
};
constexpr CarriedVersion carried[] = {{"zod", "zod/v3", "3.25.76"}};

bool fits(llvm::StringRef provided, const WantedVersion &wanted) {
  std::optional<Version> version = parseVersion(provided);
  if (!version)
    return true;
  // an exact version is what was installed; what came later in its major version does as well
  std::optional<Version> exact =
      parseVersion(wanted.installed.empty() ? wanted.requirement : wanted.installed);
  if (exact)
    return exact->major == version->major && *exact <= *version &&
           (exact->major != 0 || exact->minor == version->minor);
  std::optional<VersionRange> range = VersionRange::parse(wanted.requirement);
  return !range || range->contains(*version);
}

} // namespace

std::optional<std::string> providedInstead(llvm::StringRef specifier, const WantedVersion &wanted) {
  const ProvidedModule *module = findProvidedModule(specifier);
  if (!module)
    return std::nullopt;
  if (fits(module->version, wanted))
    return specifier.str();
  for (const CarriedVersion &one : carried) {
    // a subpath names its version itself
    if (specifier != one.package && specifier.starts_with(one.package) &&
        specifier[one.package.size()] == '/')
      return fits(one.version, wanted) ? std::optional(specifier.str()) : std::nullopt;
    if (specifier == one.package && fits(one.version, wanted))
      return one.module.str();
  }
  return std::nullopt;
}

} // namespace agentc
