#ifndef AGENTC_LIB_DRIVER_SECRETALLOWANCES_H
#define AGENTC_LIB_DRIVER_SECRETALLOWANCES_H

#include "Allowances.h"

#include "agentc/Access/SecretHeaders.h"
#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

/// A variable that is a secret, by its name or by the manifest, and that lacks an entry of
/// `secrets` or hosts there.
struct AskedSecret {
  std::string name;
  SecretHeaders headers; ///< where code sends it
  bool hasEntry;         ///< one without hosts
  bool isListed;         ///< in `allowedEnv`

  /// True if the manifest can be written without asking anybody: the author named the secret, or
  /// code cannot tell a placeholder from it.
  bool isCertain() const { return hasEntry ? !headers.hosts.empty() : headers.isCertain(); }
};

/// The secrets that findings are about, by name.
std::vector<AskedSecret> askedSecrets(const Compilation &compilation);

/// The manifest's text with the certain entry of a secret, and its name out of `allowedEnv`;
/// std::nullopt if it has something else there.
std::optional<std::string> withSecret(llvm::StringRef manifest, const AskedSecret &secret);

/// The line that tells of what was written, or of what is left to the author.
std::string describe(const AskedSecret &secret, bool isWritten, const Compilation &compilation);

} // namespace agentc

#endif
