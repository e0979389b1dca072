#include "Secrets.h"

#include "agentc/Support/Digest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

namespace agentc {

Secrets::Secrets(const Grant &grant) {
  for (const SecretGrant &each : grant.secrets) {
    Secret &secret = secrets_.emplace_back(Secret{each, {}, {}});
    for (const std::string &host : each.hosts)
      if (std::optional<HostPattern> pattern = parseHostPattern(host))
        secret.hosts.push_back(std::move(*pattern));
    mask_.add(each.value);
  }
}

Placeholders Secrets::makePlaceholders() {
  Placeholders made;
  for (const Secret &secret : secrets_)
    made[secret.grant.name] = "agentc_secret_" + randomHex(16);
  accept(made);
  return made;
}

void Secrets::accept(const Placeholders &placeholders) {
  for (Secret &secret : secrets_)
    if (auto found = placeholders.find(secret.grant.name); found != placeholders.end())
      secret.placeholders.push_back(found->second);
}

bool Secrets::isFor(const Secret &secret, const UrlOrigin &origin) {
  return llvm::any_of(secret.hosts,
                      [&](const HostPattern &pattern) { return matches(pattern, origin); });
}

/// Replaces placeholders; false if there is none.
static bool replaceIn(std::string &text, llvm::ArrayRef<std::string> placeholders,
                      const std::string &value) {
  bool any = false;
  for (const std::string &placeholder : placeholders)
    for (size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; any = true) {
      text.replace(at, placeholder.size(), value);
      at += value.size();
    }
  return any;
}

/// As replaceIn, in user and password (RFC 7617) too.
static bool replaceInHeader(std::string &header, llvm::ArrayRef<std::string> placeholders,
                            const std::string &value) {
  bool any = replaceIn(header, placeholders, value);
  llvm::StringRef rest = header;
  std::vector<char> decoded;
  if (!rest.consume_front_insensitive("basic "))
    return any;
  if (llvm::Error error = llvm::decodeBase64(rest.trim(), decoded)) {
    consumeError(std::move(error));
    return any;
  }
  std::string credentials(decoded.begin(), decoded.end());
  if (!replaceIn(credentials, placeholders, value))
    return any;
  header = "Basic " + llvm::encodeBase64(credentials);
  return true;
}

bool Secrets::mentions(const Secret &secret, const HttpRequest &request) {
  return llvm::any_of(secret.placeholders, [&](const std::string &placeholder) {
    auto isIn = [&](const std::string &text) { return text.find(placeholder) != text.npos; };
    return isIn(request.url.target) || isIn(request.body) ||
           llvm::any_of(request.headers, [&](const auto &header) { return isIn(header.second); });
  });
}

Secrets::Use Secrets::put(HttpRequest &request, bool isElsewhere) const {
  Use use;
  const UrlOrigin &origin = request.url.origin;
  const bool isPlain = origin.scheme != "https";
  for (const Secret &secret : secrets_) {
    bool isPut = false;
    for (auto &[name, value] : request.headers)
      if (!isElsewhere && isFor(secret, origin) &&
          llvm::is_contained(secret.grant.headers, llvm::StringRef(name).lower()))
        isPut |= replaceInHeader(value, secret.placeholders, secret.grant.value);
    if (isPut && isPlain && neighborhoodOfHost(origin.host) != Neighborhood::Loopback)
      use.refused = secret.grant.name;
    if (isPut)
      use.put.push_back(secret.grant.name);
    if (mentions(secret, request))
      use.withheld.push_back(secret.grant.name);
  }
  // A name that stands for the machine itself may lead elsewhere all the same.
  request.onlyLoopback = isPlain && !use.put.empty();
  return use;
}

} // namespace agentc
