#include "AllowedHosts.h"

namespace agentc {

namespace {

/// The port of `host:port`, or the scheme's own.
std::pair<std::string, std::string> splitPort(llvm::StringRef host, llvm::StringRef scheme) {
  auto [name, port] = host.rsplit(':');
  if (port.empty() || port.contains(']'))
    return {host.lower(), scheme == "http" || scheme == "ws" ? "80" : "443"};
  return {name.lower(), port.str()};
}

} // namespace

bool isAllowedHost(const Manifest &manifest, const RequestTarget &target) {
  auto [host, port] = splitPort(target.host, target.scheme);
  for (const ManifestWord &allowed : manifest.allowedHosts) {
    auto [pattern, allowedPort] = splitPort(allowed.text, target.scheme);
    llvm::StringRef domain = pattern;
    bool matches = domain.consume_front("*")
                       ? domain.starts_with(".") && llvm::StringRef(host).ends_with(domain) &&
                             host.size() > domain.size()
                       : host == pattern;
    if (matches && port == allowedPort)
      return true;
  }
  return false;
}

} // namespace agentc
