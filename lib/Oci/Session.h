#ifndef AGENTC_LIB_OCI_SESSION_H
#define AGENTC_LIB_OCI_SESSION_H

#include "Challenge.h"
#include "Credentials.h"

#include "agentc/Net/WholeAnswer.h"
#include "agentc/Oci/Repository.h"

namespace agentc::oci {

/// One request to a registry, or to where it led.
struct RegistryRequest {
  std::string method;
  RequestUrl url;
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::optional<std::string> body = std::nullopt;
  uint64_t maxBytes = 1 << 20; ///< of the answer's body
  /// It may be sent again where the connection fails or the registry is busy.
  bool isRepeatable = false;
  std::string status = {}; ///< shown while it takes long
};

/// Requests to one repository: with the credentials that the registry asks for, which no other host
/// gets; through redirects, which lead to nothing less guarded than the registry.
class Session {
public:
  static llvm::Expected<std::unique_ptr<Session>> open(DriverEnv &env, const Reference &reference,
                                                       const RegistryOptions &options);

  /// The registry's URL of `/v2/REPOSITORY/…`.
  RequestUrl url(const llvm::Twine &rest) const;
  /// The URL that a `Location` leads to; an Error if a request may not go there.
  llvm::Expected<RequestUrl> follow(const RequestUrl &from, llvm::StringRef location) const;

  /// The answer, with any status; an Error if none came, or if the registry wants a login and there
  /// are no credentials.
  llvm::Expected<WholeAnswer> send(RegistryRequest request);

  /// An Error that tells what the registry does (`takes no upload`), with the status and words of
  /// its answer.
  llvm::Error refused(const WholeAnswer &answer, const llvm::Twine &what) const;

private:
  Session(DriverEnv &env, const Reference &reference, const RegistryOptions &options)
      : env_(env), reference_(reference), options_(options) {}

  llvm::Error connect();
  bool isOwn(const RequestUrl &url) const;
  llvm::Expected<HttpClient *> clientFor(const RequestUrl &url);
  llvm::Expected<WholeAnswer> sendOnce(const RegistryRequest &request,
                                       const std::string &authorization);
  llvm::Expected<WholeAnswer> sendPatiently(const RegistryRequest &request);
  llvm::Error authenticate(const WholeAnswer &answer);
  llvm::Expected<std::string> fetchToken(const Challenge &challenge,
                                         const std::optional<Credentials> &credentials);
  llvm::Expected<RegistryRequest> tokenRequest(const Challenge &challenge,
                                               const std::optional<Credentials> &credentials) const;
  llvm::Error wantsLogin() const;

  DriverEnv &env_;
  const Reference reference_;
  const RegistryOptions options_;
  UrlOrigin origin_;
  std::unique_ptr<HttpClient> client_; ///< for the registry itself
  std::unique_ptr<HttpClient> others_; ///< for hosts that it leads to
  bool isPrivate_ = false;             ///< the registry's address is not on the public internet
  std::string authorization_;
  bool hasLogin_ = false; ///< `authorization_` came by one
};

} // namespace agentc::oci

#endif
