#ifndef AGENTC_BUNDLE_MANIFESTSECRETS_H
#define AGENTC_BUNDLE_MANIFESTSECRETS_H

#include "agentc/Bundle/Manifest.h"

namespace agentc {

/// An environment variable whose value code never sees: what it finds instead is replaced in
/// requests.
struct ManifestSecret {
  ManifestWord name;
  std::vector<ManifestWord> hosts;   ///< patterns of those that may be sent it
  std::vector<ManifestWord> headers; ///< that may carry it, in lower case
};
using ManifestSecrets = std::vector<ManifestSecret>;

/// Reads the setting `secrets`. `readManifest`, which counts their names among the allowed
/// variables, reports what is wrong with them.
ManifestSecrets readManifestSecrets(const Bundle &bundle,
                                    const std::optional<ManifestOverride> &manifestOverride);

/// Null if there is none of that name.
const ManifestSecret *findSecret(const ManifestSecrets &secrets, llvm::StringRef name);

/// A list of `name`, `hosts` and `headers`.
Json secretsToJson(const ManifestSecrets &secrets);

} // namespace agentc

#endif
