#ifndef AGENTC_NET_ADDRESS_H
#define AGENTC_NET_ADDRESS_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/socket.h>

namespace agentc {

/// Which network an address or name belongs to that is not the public internet, by IANA's
/// special-purpose address registries (RFC 6890) and RFC 6761's and RFC 9476's names.
enum class Neighborhood {
  Loopback,  ///< the machine itself
  Private,   ///< a local network: RFC 1918, unique local, `*.internal`
  LinkLocal, ///< one link: 169.254.0.0/16, fe80::/10
  Metadata,  ///< where clouds hand out credentials to the machine: 169.254.169.254 and the like
  Carrier,   ///< between a carrier and its customers: 100.64.0.0/10
  Reserved,  ///< multicast, benchmarks, documentation, everything else that is nobody's
};

/// `the machine itself`, `a private network` …
llvm::StringRef neighborhoodName(Neighborhood neighborhood);

using Ipv6Address = std::array<uint16_t, 8>;

/// An IPv4 address as URLs write it (WHATWG URL, "IPv4 parser"): decimal, octal or hexadecimal
/// parts, up to four, of which the last fills what is left.
std::optional<uint32_t> parseIpv4(llvm::StringRef text);
/// RFC 4291's forms, without brackets; a zone (`%eth0`) is left out.
std::optional<Ipv6Address> parseIpv6(llvm::StringRef text);

/// std::nullopt for a public address.
std::optional<Neighborhood> neighborhoodOf(uint32_t ipv4);
/// Mapped, translated and tunnelled IPv4 addresses count as what they hold.
std::optional<Neighborhood> neighborhoodOf(const Ipv6Address &address);

/// An address as a socket is connected to; only IPv4's and IPv6's have a text.
struct SocketAddress {
  std::string text; ///< as inet_ntop writes it
  std::optional<Neighborhood> neighborhood;
};
std::optional<SocketAddress> readSocketAddress(const sockaddr *address, size_t size);

/// Returns the neighborhood of a URL's ASCII host, with or without a port, as far as the text
/// tells: from an address in any spelling that URL readers know, with brackets around IPv6, or
/// from a name that is never public. std::nullopt for a public address or any other name.
std::optional<Neighborhood> neighborhoodOfHost(llvm::StringRef host);

} // namespace agentc

#endif
