#ifndef AGENTC_NET_HOSTPATTERN_H
#define AGENTC_NET_HOSTPATTERN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// A host that tools may contact: `example.com`, `*.example.com` (its subdomains, not itself),
/// either with `:port`. Without a port the scheme's own (80, 443) is meant.
struct HostPattern {
  std::string host; ///< lower case, without the `*.`
  bool subdomains = false;
  std::optional<uint16_t> port;
};

/// Strict: letters, digits and hyphens in labels as RFC 1123 wants them (a bare IPv4 address is
/// such a name too), no scheme, path, user or trailing dot; `*` only as the whole first label, with
/// at least two labels after it.
std::optional<HostPattern> parseHostPattern(llvm::StringRef text);

/// The origin that a request goes to.
struct UrlOrigin {
  std::string scheme; ///< `http` or `https`
  std::string host;   ///< lower case
  uint16_t port = 0;
};

/// The origin of an absolute http or https URL. Whatever two URL readers may understand differently
/// (users, backslashes, white space, percent signs or other letters in the host, odd numbers as
/// addresses, empty ports) is refused.
std::optional<UrlOrigin> parseUrlOrigin(llvm::StringRef url);

/// An absolute http or https URL as a request goes to it.
struct RequestUrl {
  UrlOrigin origin;
  std::string target; ///< path and query, from the `/` on, without fragment

  std::string text() const;
};

/// As parseUrlOrigin; the rest must be printable ASCII too, which the URL standard's serializer
/// makes of every path.
std::optional<RequestUrl> parseRequestUrl(llvm::StringRef url);

/// `HOST:PORT:ADDRESS[,ADDRESS…]`, as curl's `--resolve` takes it: where a host is, whatever DNS
/// says.
struct ResolvedHost {
  std::string host; ///< lower case
  uint16_t port = 0;
  std::vector<std::string> addresses; ///< in their shortest form, IPv6 without brackets
};

std::optional<ResolvedHost> parseResolvedHost(llvm::StringRef text);

bool matches(const HostPattern &pattern, const UrlOrigin &origin);

} // namespace agentc

#endif
