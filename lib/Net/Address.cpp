#include "agentc/Net/Address.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <arpa/inet.h>
#include <cstring>
#include <string>

namespace agentc {

namespace {

struct Ipv4Block {
  uint32_t begin;
  unsigned bits;
  Neighborhood neighborhood;
};

constexpr uint32_t ip(unsigned a, unsigned b, unsigned c, unsigned d) {
  return a << 24 | b << 16 | c << 8 | d;
}

// the first that fits counts
constexpr Ipv4Block ipv4Blocks[] = {
    {ip(169, 254, 169, 254), 32, Neighborhood::Metadata},
    {ip(169, 254, 170, 2), 32, Neighborhood::Metadata},   // AWS, of a container
    {ip(100, 100, 100, 200), 32, Neighborhood::Metadata}, // Alibaba
    {ip(168, 63, 129, 16), 32, Neighborhood::Metadata},   // Azure
    {ip(192, 0, 0, 192), 32, Neighborhood::Metadata},     // Oracle
    {ip(0, 0, 0, 0), 8, Neighborhood::Loopback},          // systems connect to themselves
    {ip(127, 0, 0, 0), 8, Neighborhood::Loopback},
    {ip(10, 0, 0, 0), 8, Neighborhood::Private},
    {ip(172, 16, 0, 0), 12, Neighborhood::Private},
    {ip(192, 168, 0, 0), 16, Neighborhood::Private},
    {ip(169, 254, 0, 0), 16, Neighborhood::LinkLocal},
    {ip(100, 64, 0, 0), 10, Neighborhood::Carrier},
    {ip(192, 0, 0, 0), 24, Neighborhood::Reserved},
    {ip(192, 0, 2, 0), 24, Neighborhood::Reserved},
    {ip(192, 88, 99, 0), 24, Neighborhood::Reserved},
    {ip(198, 18, 0, 0), 15, Neighborhood::Reserved},
    {ip(198, 51, 100, 0), 24, Neighborhood::Reserved},
    {ip(203, 0, 113, 0), 24, Neighborhood::Reserved},
    {ip(224, 0, 0, 0), 3, Neighborhood::Reserved},
};

struct NameEnding {
  llvm::StringLiteral ending;
  Neighborhood neighborhood;
};

// the name itself and what is below it; the first that fits counts
constexpr NameEnding nameEndings[] = {
    {"metadata.google.internal", Neighborhood::Metadata},
    {"metadata.goog", Neighborhood::Metadata},
    {"instance-data.ec2.internal", Neighborhood::Metadata},
    {"metadata.tencentyun.com", Neighborhood::Metadata},
    {"localhost", Neighborhood::Loopback},
    {"localhost.localdomain", Neighborhood::Loopback},
    {"localhost6", Neighborhood::Loopback},
    {"ip6-localhost", Neighborhood::Loopback},
    {"ip6-loopback", Neighborhood::Loopback},
    {"localtest.me", Neighborhood::Loopback}, // public names of 127.0.0.1
    {"lvh.me", Neighborhood::Loopback},
    {"vcap.me", Neighborhood::Loopback},
    {"internal", Neighborhood::Private},
    {"local", Neighborhood::Private},
    {"localdomain", Neighborhood::Private},
    {"home.arpa", Neighborhood::Private},
    {"intranet", Neighborhood::Private},
    {"corp", Neighborhood::Private},
    {"lan", Neighborhood::Private},
};

/// Wildcard services that answer for `10.0.0.1.nip.io` and `app-10-0-0-1.nip.io` with the address
/// in the name.
constexpr llvm::StringLiteral addressServices[] = {"nip.io", "sslip.io", "xip.io", "traefik.me"};

bool isBelow(llvm::StringRef name, llvm::StringRef domain) {
  return name == domain || (name.consume_back(domain) && name.ends_with("."));
}

std::optional<uint64_t> parseIpv4Part(llvm::StringRef part) {
  uint64_t value = 0;
  unsigned radix = 10;
  if (part.consume_front_insensitive("0x"))
    radix = 16;
  else if (part.size() > 1 && part.front() == '0')
    radix = 8;
  if (part.empty())
    return radix == 16 ? std::optional<uint64_t>(0) : std::nullopt;
  if (!llvm::all_of(part, llvm::isHexDigit) || part.getAsInteger(radix, value))
    return std::nullopt;
  return value;
}

/// The address that such a service's name holds.
std::optional<uint32_t> addressInName(llvm::StringRef name) {
  for (llvm::StringRef service : addressServices) {
    llvm::StringRef rest = name;
    if (!rest.consume_back(service) || !rest.consume_back("."))
      continue;
    std::string dotted = rest.str();
    std::replace(dotted.begin(), dotted.end(), '-', '.');
    llvm::SmallVector<llvm::StringRef, 8> parts;
    llvm::StringRef(dotted).split(parts, '.');
    for (size_t i = 0; i + 4 <= parts.size(); ++i) {
      const char *end = parts[i + 3].end();
      llvm::StringRef four(parts[i].begin(), end - parts[i].begin());
      if (auto address = parseIpv4(four))
        return address;
    }
  }
  return std::nullopt;
}

uint32_t ipv4At(const Ipv6Address &address, unsigned group) {
  return static_cast<uint32_t>(address[group]) << 16 | address[group + 1];
}

} // namespace

llvm::StringRef neighborhoodName(Neighborhood neighborhood) {
  switch (neighborhood) {
  case Neighborhood::Loopback:
    return "the machine itself";
  case Neighborhood::Private:
    return "a private network";
  case Neighborhood::LinkLocal:
    return "the local link";
  case Neighborhood::Metadata:
    return "a cloud's metadata service, which hands out the machine's credentials";
  case Neighborhood::Carrier:
    return "a carrier's own network";
  case Neighborhood::Reserved:
    return "a reserved network";
  }
  return "a reserved network";
}

std::optional<uint32_t> parseIpv4(llvm::StringRef text) {
  text.consume_back(".");
  llvm::SmallVector<llvm::StringRef, 4> parts;
  text.split(parts, '.');
  if (parts.size() > 4)
    return std::nullopt;
  uint64_t address = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    std::optional<uint64_t> part = parseIpv4Part(parts[i]);
    bool isLast = i + 1 == parts.size();
    uint64_t limit = isLast ? 1ull << (8 * (5 - parts.size())) : 256;
    if (!part || *part >= limit)
      return std::nullopt;
    address = isLast ? address << (8 * (5 - parts.size())) | *part : address << 8 | *part;
  }
  return static_cast<uint32_t>(address);
}

std::optional<Ipv6Address> parseIpv6(llvm::StringRef text) {
  text = text.split('%').first;
  llvm::SmallVector<uint16_t, 8> before, after;
  auto readGroups = [](llvm::StringRef groups, llvm::SmallVectorImpl<uint16_t> &into) {
    llvm::SmallVector<llvm::StringRef, 8> parts;
    if (!groups.empty())
      groups.split(parts, ':');
    for (llvm::StringRef part : parts) {
      unsigned value;
      if (part.contains('.') && part.end() == groups.end()) {
        std::optional<uint32_t> last = parseIpv4(part);
        if (!last)
          return false;
        into.push_back(*last >> 16);
        into.push_back(*last & 0xFFFF);
      } else if (part.empty() || part.size() > 4 || part.getAsInteger(16, value)) {
        return false;
      } else {
        into.push_back(value);
      }
    }
    return into.size() <= 8;
  };
  auto [head, tail] = text.split("::");
  bool isShort = text.contains("::");
  if (!readGroups(head, before) || !readGroups(tail, after))
    return std::nullopt;
  if (isShort ? before.size() + after.size() > 7 : before.size() != 8)
    return std::nullopt;
  Ipv6Address address{};
  std::copy(before.begin(), before.end(), address.begin());
  std::copy(after.begin(), after.end(), address.end() - after.size());
  return address;
}

std::optional<Neighborhood> neighborhoodOf(uint32_t ipv4) {
  for (const Ipv4Block &block : ipv4Blocks)
    if ((ipv4 ^ block.begin) >> (32 - block.bits) == 0)
      return block.neighborhood;
  return std::nullopt;
}

std::optional<Neighborhood> neighborhoodOf(const Ipv6Address &address) {
  auto startsWith = [&](std::initializer_list<uint16_t> groups) {
    return std::equal(groups.begin(), groups.end(), address.begin());
  };
  if (address == Ipv6Address{0xFD00, 0x0EC2, 0, 0, 0, 0, 0, 0x0254})
    return Neighborhood::Metadata; // AWS
  if (address == Ipv6Address{} || address == Ipv6Address{0, 0, 0, 0, 0, 0, 0, 1})
    return Neighborhood::Loopback;
  // mapped, translated (RFC 6052 and 8215), and the old compatible form
  if (startsWith({0, 0, 0, 0, 0, 0xFFFF}) || startsWith({0, 0, 0, 0, 0xFFFF, 0}) ||
      startsWith({0x64, 0xFF9B, 0, 0, 0, 0}) || startsWith({0, 0, 0, 0, 0, 0}))
    return neighborhoodOf(ipv4At(address, 6));
  if (startsWith({0x64, 0xFF9B, 1}))
    return Neighborhood::Private;
  if (startsWith({0x2002}))
    return neighborhoodOf(ipv4At(address, 1));
  if (startsWith({0x2001, 0})) // Teredo: the client's address, inverted
    return neighborhoodOf(~ipv4At(address, 6));
  if ((address[0] & 0xFE00) == 0xFC00 || (address[0] & 0xFFC0) == 0xFEC0)
    return Neighborhood::Private;
  if ((address[0] & 0xFFC0) == 0xFE80)
    return Neighborhood::LinkLocal;
  if ((address[0] & 0xFF00) == 0xFF00 || startsWith({0x2001, 0xDB8}) ||
      startsWith({0x100, 0, 0, 0}))
    return Neighborhood::Reserved;
  return std::nullopt;
}

std::optional<SocketAddress> readSocketAddress(const sockaddr *address, size_t size) {
  char text[INET6_ADDRSTRLEN];
  if (address->sa_family == AF_INET && size >= sizeof(sockaddr_in)) {
    sockaddr_in v4;
    memcpy(&v4, address, sizeof v4);
    if (inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text))
      return SocketAddress{text, neighborhoodOf(ntohl(v4.sin_addr.s_addr))};
  } else if (address->sa_family == AF_INET6 && size >= sizeof(sockaddr_in6)) {
    sockaddr_in6 v6;
    memcpy(&v6, address, sizeof v6);
    Ipv6Address groups;
    for (size_t i = 0; i < groups.size(); ++i)
      groups[i] =
          static_cast<uint16_t>(v6.sin6_addr.s6_addr[2 * i] << 8 | v6.sin6_addr.s6_addr[2 * i + 1]);
    if (inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof text))
      return SocketAddress{text, neighborhoodOf(groups)};
  }
  return std::nullopt;
}

std::optional<Neighborhood> neighborhoodOfHost(llvm::StringRef text) {
  std::string plain = text.lower();
  llvm::StringRef host = plain;
  if (host.consume_front("[")) {
    std::optional<Ipv6Address> address = parseIpv6(host.split(']').first);
    return address ? neighborhoodOf(*address) : std::nullopt;
  }
  host = host.split(':').first;
  host.consume_back(".");
  if (std::optional<uint32_t> address = parseIpv4(host))
    return neighborhoodOf(*address);
  for (const NameEnding &name : nameEndings)
    if (isBelow(host, name.ending))
      return name.neighborhood;
  if (std::optional<uint32_t> address = addressInName(host))
    return neighborhoodOf(*address);
  return std::nullopt;
}

} // namespace agentc
