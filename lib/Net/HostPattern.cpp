#include "agentc/Net/HostPattern.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <arpa/inet.h>

namespace agentc {

static bool isHostName(llvm::StringRef host) {
  if (host.empty() || host.size() > 253)
    return false;
  llvm::SmallVector<llvm::StringRef, 8> labels;
  host.split(labels, '.');
  for (llvm::StringRef label : labels) {
    if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-')
      return false;
    if (!llvm::all_of(label, [](char c) { return llvm::isAlnum(c) || c == '-'; }))
      return false;
  }
  // A last label of digits makes URL readers see an IPv4 address, in forms such as 0x7f.1 or
  // 2130706433; only the plain form means the same to all of them.
  llvm::StringRef last = labels.back();
  if (!llvm::isDigit(last.front()))
    return true;
  return labels.size() == 4 && llvm::all_of(labels, [](llvm::StringRef label) {
           unsigned value;
           return !label.getAsInteger(10, value) && value < 256 && label == std::to_string(value);
         });
}

static std::optional<uint16_t> parsePort(llvm::StringRef text) {
  unsigned port;
  if (text.empty() || text.size() > 5 || !llvm::all_of(text, llvm::isDigit) ||
      text.getAsInteger(10, port) || port == 0 || port > 65535)
    return std::nullopt;
  return static_cast<uint16_t>(port);
}

std::optional<HostPattern> parseHostPattern(llvm::StringRef text) {
  HostPattern pattern;
  auto [host, port] = text.split(':');
  if (text.contains(':')) {
    pattern.port = parsePort(port);
    if (!pattern.port)
      return std::nullopt;
  }
  pattern.subdomains = host.consume_front("*.");
  if (!isHostName(host) || (pattern.subdomains && !host.contains('.')))
    return std::nullopt;
  pattern.host = host.lower();
  return pattern;
}

std::optional<UrlOrigin> parseUrlOrigin(llvm::StringRef url) {
  UrlOrigin origin;
  if (url.consume_front_insensitive("https://"))
    origin.scheme = "https";
  else if (url.consume_front_insensitive("http://"))
    origin.scheme = "http";
  else
    return std::nullopt;
  llvm::StringRef authority = url.substr(0, url.find_first_of("/?#"));
  auto [host, port] = authority.split(':');
  if (!isHostName(host))
    return std::nullopt;
  origin.host = host.lower();
  origin.port = origin.scheme == "https" ? 443 : 80;
  if (authority.contains(':')) {
    std::optional<uint16_t> given = parsePort(port);
    if (!given)
      return std::nullopt;
    origin.port = *given;
  }
  return origin;
}

std::string RequestUrl::text() const {
  return origin.scheme + "://" + origin.host + ":" + std::to_string(origin.port) + target;
}

std::optional<RequestUrl> parseRequestUrl(llvm::StringRef url) {
  std::optional<UrlOrigin> origin = parseUrlOrigin(url);
  if (!origin || !llvm::all_of(url, [](char c) { return c > 0x20 && c < 0x7f; }))
    return std::nullopt;
  llvm::StringRef rest = url.drop_front(url.find("://") + 3);
  rest = rest.drop_front(std::min(rest.find_first_of("/?#"), rest.size())).split('#').first;
  std::string target = rest.str();
  if (!rest.starts_with("/"))
    target.insert(target.begin(), '/');
  return RequestUrl{std::move(*origin), std::move(target)};
}

static std::optional<std::string> plainAddress(llvm::StringRef text) {
  char bytes[16], plain[INET6_ADDRSTRLEN];
  if (text.consume_front("[") && !text.consume_back("]"))
    return std::nullopt;
  std::string address = text.str();
  for (int family : {AF_INET, AF_INET6})
    if (inet_pton(family, address.c_str(), bytes) == 1 &&
        inet_ntop(family, bytes, plain, sizeof plain))
      return std::string(plain);
  return std::nullopt;
}

std::optional<ResolvedHost> parseResolvedHost(llvm::StringRef text) {
  auto [host, rest] = text.split(':');
  auto [portText, addresses] = rest.split(':');
  std::optional<uint16_t> port = parsePort(portText);
  if (!isHostName(host) || !port)
    return std::nullopt;
  ResolvedHost resolved{host.lower(), *port, {}};
  llvm::SmallVector<llvm::StringRef, 2> parts;
  addresses.split(parts, ',');
  for (llvm::StringRef part : parts) {
    std::optional<std::string> address = plainAddress(part);
    if (!address)
      return std::nullopt;
    resolved.addresses.push_back(std::move(*address));
  }
  return resolved;
}

bool matches(const HostPattern &pattern, const UrlOrigin &origin) {
  uint16_t port = pattern.port.value_or(origin.scheme == "https" ? 443 : 80);
  if (port != origin.port)
    return false;
  if (!pattern.subdomains)
    return pattern.host == origin.host;
  llvm::StringRef host = origin.host;
  return host.consume_back(pattern.host) && host.size() > 1 && host.ends_with(".");
}

} // namespace agentc
