#ifndef AGENTC_LIB_RULES_MANIFESTFIX_H
#define AGENTC_LIB_RULES_MANIFESTFIX_H

#include "agentc/Access/SecretHeaders.h"
#include "agentc/Bundle/ManifestEdit.h"
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
  /// The change that adds an entry of `secrets` instead, for a variable whose use is certain.
  std::optional<Fix> keeping(llvm::StringRef name, const SecretHeaders &headers) const;

private:
  std::optional<Fix> find(llvm::StringRef word) const;
  const File *ownManifest() const;

  const CheckContext &context_;
  llvm::StringRef list_;
  llvm::StringMap<std::optional<Fix>> known_;
};

} // namespace agentc

#endif
