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

bool allowsHost(llvm::StringRef pattern, const RequestTarget &target) {
  auto [host, port] = splitPort(target.host, target.scheme);
  auto [name, allowedPort] = splitPort(pattern, target.scheme);
  llvm::StringRef domain = name;
  bool matches = domain.consume_front("*")
                     ? domain.starts_with(".") && llvm::StringRef(host).ends_with(domain) &&
                           host.size() > domain.size()
                     : host == name;
  return matches && port == allowedPort;
}

bool isAllowedHost(const Manifest &manifest, const RequestTarget &target) {
  return llvm::any_of(manifest.allowedHosts, [&](const ManifestWord &allowed) {
    return allowsHost(allowed.text, target);
  });
}

} // namespace agentc
