#ifndef AGENTC_HTTP_ALLOWEDHOSTS_H
#define AGENTC_HTTP_ALLOWEDHOSTS_H

#include "agentc/Http/Message.h"

#include "llvm/Support/Error.h"

namespace agentc::http {

/// The names that a server answers to, so that web pages cannot reach it under another name (DNS
/// rebinding) or from another origin.
class AllowedHosts {
public:
  /// The loopback's names are always allowed, with any port: `localhost`, `127.0.0.1`, `[::1]`.
  AllowedHosts();

  /// Adds `name` or `name:port`, in any case; without a port, any is.
  llvm::Error allowHost(llvm::StringRef host);
  /// Adds a web page's origin beside those of allowed hosts: `https://app.example`.
  llvm::Error allowOrigin(llvm::StringRef origin);

  /// The fault of a request's host, or of its origin if it has one.
  std::optional<std::string> judge(const Request &request) const;

private:
  bool allows(llvm::StringRef host) const;

  std::vector<std::string> hosts_, origins_;
};

} // namespace agentc::http

#endif
