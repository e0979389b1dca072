#ifndef AGENTC_LIB_RULES_MANIFESTFIX_H
#define AGENTC_LIB_RULES_MANIFESTFIX_H

#include "agentc/Check/Rule.h"

#include "llvm/ADT/StringMap.h"

namespace agentc {

/// Changes of the bundle's own manifest that add a word to a list of the agent settings, such as a
/// host to `allowedHosts`.
class ManifestFixes {
public:
  ManifestFixes(const CheckContext &context, llvm::StringRef list)
      : context_(context), list_(list) {}

  /// std::nullopt where the manifest is none of the bundle's files, or has something else in the
  /// list's place.
  const std::optional<Fix> &allowing(llvm::StringRef word);

private:
  std::optional<Fix> find(llvm::StringRef word) const;

  const CheckContext &context_;
  llvm::StringRef list_;
  llvm::StringMap<std::optional<Fix>> known_;
};

} // namespace agentc

#endif
