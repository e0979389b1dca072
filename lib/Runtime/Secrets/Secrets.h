#ifndef AGENTC_LIB_RUNTIME_SECRETS_SECRETS_H
#define AGENTC_LIB_RUNTIME_SECRETS_SECRETS_H

#include "SecretMask.h"

#include "agentc/Net/HttpClient.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include <map>

namespace agentc {

/// The texts that a process of the sandbox finds instead of secrets, by their names.
using Placeholders = std::map<std::string, std::string>;

/// A call's secrets, whose values never cross to its process: puts them into requests where
/// placeholders stand, and strikes them from what comes back.
class Secrets {
public:
  explicit Secrets(const Grant &grant);

  bool empty() const { return secrets_.empty(); }
  const SecretMask &mask() const { return mask_; }

  /// New ones, random, which count from now on.
  Placeholders makePlaceholders();
  /// Those of the process that the call's was copied from count, too.
  void accept(const Placeholders &placeholders);

  /// The fate of the placeholders in a request.
  struct Use {
    std::vector<std::string> put, withheld; ///< names
    /// The one that would go out unencrypted: the request must not be made.
    std::optional<std::string> refused;
  };
  /// Puts secrets into the headers that may carry them, if the request goes to one of their hosts,
  /// and not `isElsewhere`: where another host, port or scheme redirected to.
  Use put(HttpRequest &request, bool isElsewhere) const;

private:
  struct Secret {
    const SecretGrant &grant;
    std::vector<HostPattern> hosts;
    std::vector<std::string> placeholders;
  };
  static bool isFor(const Secret &secret, const UrlOrigin &origin);
  static bool mentions(const Secret &secret, const HttpRequest &request);

  std::vector<Secret> secrets_;
  SecretMask mask_;
};

} // namespace agentc

#endif
