#ifndef AGENTC_LIB_OCI_CREDENTIALS_H
#define AGENTC_LIB_OCI_CREDENTIALS_H

#include "agentc/CommandLine/DriverEnv.h"

namespace agentc::oci {

/// The user's secret for a registry.
struct Credentials {
  std::string user;
  std::string secret;
  bool isIdentityToken = false; ///< `secret` is an OAuth2 refresh token

  /// The value of an `Authorization` header (RFC 7617).
  std::string basic() const;
};

/// The credentials that `docker login` left for a registry: in `config.json` of `DOCKER_CONFIG` or
/// `~/.docker`, or in the store of a credential helper that it names, which is asked by its
/// protocol. std::nullopt where there are none; an Error says what is broken.
llvm::Expected<std::optional<Credentials>> findCredentials(DriverEnv &env,
                                                           llvm::StringRef registry);

} // namespace agentc::oci

#endif
