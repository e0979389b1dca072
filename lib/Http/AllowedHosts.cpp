#include "agentc/Http/AllowedHosts.h"

#include "Head.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::http {

AllowedHosts::AllowedHosts() : hosts_{"localhost", "127.0.0.1", "[::1]"} {}

static llvm::Error refused(const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
}

llvm::Error AllowedHosts::allowHost(llvm::StringRef host) {
  if (!isHost(host))
    return refused("`" + escapeForTerminal(host) + "` is not a host name or address");
  hosts_.push_back(host.lower());
  return llvm::Error::success();
}

llvm::Error AllowedHosts::allowOrigin(llvm::StringRef origin) {
  llvm::StringRef host = origin;
  if ((!host.consume_front("https://") && !host.consume_front("http://")) || !isHost(host))
    return refused("`" + escapeForTerminal(origin) +
                   "` is not an origin, such as `https://app.example`");
  origins_.push_back(origin.lower());
  return llvm::Error::success();
}

/// A host without its port.
static llvm::StringRef nameOf(llvm::StringRef host) {
  const size_t colon = host.rfind(':');
  return colon == llvm::StringRef::npos || host.find(']', colon) != llvm::StringRef::npos
             ? host
             : host.take_front(colon);
}

bool AllowedHosts::allows(llvm::StringRef host) const {
  return llvm::is_contained(hosts_, host) || llvm::is_contained(hosts_, nameOf(host));
}

std::optional<std::string> AllowedHosts::judge(const Request &request) const {
  // Whoever speaks HTTP/1.0 without a host is not a browser.
  if (!request.host.empty() && !allows(request.host))
    return "the host `" + request.host + "` is not one of this server's";
  const std::optional<llvm::StringRef> origin = request.header("origin");
  if (!origin)
    return std::nullopt;
  const std::string text = origin->lower();
  llvm::StringRef host = text;
  const bool isWeb = host.consume_front("https://") || host.consume_front("http://");
  if (llvm::is_contained(origins_, text) || (isWeb && isHost(host) && allows(host)))
    return std::nullopt;
  return "requests of the origin `" + escapeForTerminal(text) + "` are not answered";
}

} // namespace agentc::http
