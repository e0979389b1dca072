#include "Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <arpa/inet.h>

namespace agentc {

namespace {

bool consistsOf(llvm::StringRef text, llvm::StringRef others) {
  return llvm::all_of(text, [&](char c) { return llvm::isAlnum(c) || others.contains(c); });
}

bool isNamePart(llvm::StringRef part) {
  return !part.empty() && part[0] != '.' && part[0] != '_' && consistsOf(part, "-._");
}

bool isLabel(llvm::StringRef label) {
  return !label.empty() && label.size() <= 63 && consistsOf(label, "-") && label.front() != '-' &&
         label.back() != '-';
}

bool isAddress(int family, llvm::StringRef text) {
  unsigned char bytes[sizeof(in6_addr)];
  return inet_pton(family, text.str().c_str(), bytes) == 1;
}

std::optional<std::string> whyBadPort(llvm::StringRef port) {
  unsigned number = 0;
  if (port.empty() || !llvm::all_of(port, llvm::isDigit) || port[0] == '0' || port.size() > 5 ||
      port.getAsInteger(10, number) || number > 65535)
    return "has an invalid port";
  return std::nullopt;
}

std::optional<std::string> whyBadName(llvm::StringRef host) {
  const bool subdomains = host.consume_front("*.");
  if (host.contains('*'))
    return "has `*` in a place where it means nothing; only `*.` in front of a name does";
  llvm::SmallVector<llvm::StringRef, 8> labels;
  host.split(labels, '.');
  if (host.empty() || host.size() > 253 || !llvm::all_of(labels, isLabel))
    return "is not a host name";
  // URL readers take what ends in a number for an IPv4 address, in more forms than this one.
  if (llvm::isDigit(labels.back()[0]) && (subdomains || !isAddress(AF_INET, host)))
    return "is not a host name, nor an IPv4 address of four decimal numbers";
  return std::nullopt;
}

} // namespace

bool isDependencyName(llvm::StringRef name) {
  if (name.empty() || name.size() > 214)
    return false;
  if (name.consume_front("@")) {
    auto [scope, rest] = name.split('/');
    return isNamePart(scope) && isNamePart(rest);
  }
  return isNamePart(name) && name != "node_modules" && name != "favicon.ico";
}

bool isPackageName(llvm::StringRef name) {
  return isDependencyName(name) && llvm::none_of(name, llvm::isUpper);
}

bool isPlainWord(llvm::StringRef text) {
  return !text.empty() && text.size() <= 64 && llvm::isAlpha(text[0]) && consistsOf(text, "-_./");
}

bool isEnvName(llvm::StringRef name) {
  return !name.empty() && name.size() <= 256 && !llvm::isDigit(name[0]) && consistsOf(name, "_");
}

bool isToolName(llvm::StringRef name) {
  return !name.empty() && name.size() <= 128 && consistsOf(name, "-_./");
}

std::optional<std::string> whyBadHost(llvm::StringRef pattern) {
  if (pattern.empty())
    return "is empty";
  if (pattern.contains("://"))
    return "has a scheme; write the host alone";
  if (pattern.find_first_of("/?#") != llvm::StringRef::npos)
    return "has a path; write the host alone";
  if (pattern.contains('@'))
    return "has a user name; write the host alone";
  if (!llvm::all_of(pattern, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return "has letters beyond ASCII; write the name in its ASCII form (`xn--…`)";
  llvm::StringRef host = pattern, port;
  if (pattern.starts_with("[") || isAddress(AF_INET6, pattern))
    return "is an IPv6 address; only names and IPv4 addresses can be allowed";
  std::tie(host, port) = pattern.split(':');
  if (pattern.contains(':'))
    if (auto reason = whyBadPort(port))
      return reason;
  return host == "*" ? std::nullopt : whyBadName(host);
}

/// Domains below which anyone can have a name, by the labels before a country's and by the services
/// that are asked most.
static bool isPublicSuffix(llvm::StringRef host) {
  static constexpr llvm::StringLiteral labels[] = {"ac",  "co",  "com", "edu", "go",  "gob",
                                                   "gov", "gub", "ltd", "mil", "ne",  "net",
                                                   "nom", "or",  "org", "plc", "sch", "gouv"};
  static constexpr llvm::StringLiteral services[] = {"amazonaws.com",
                                                     "appspot.com",
                                                     "azurewebsites.net",
                                                     "backblazeb2.com",
                                                     "beeceptor.com",
                                                     "blob.core.windows.net",
                                                     "blogspot.com",
                                                     "cloudapp.azure.com",
                                                     "cloudapp.net",
                                                     "cloudfront.net",
                                                     "cloudfunctions.net",
                                                     "core.windows.net",
                                                     "ddns.net",
                                                     "deno.dev",
                                                     "digitaloceanspaces.com",
                                                     "duckdns.org",
                                                     "elasticbeanstalk.com",
                                                     "eu.org",
                                                     "firebaseapp.com",
                                                     "fly.dev",
                                                     "github.io",
                                                     "gitlab.io",
                                                     "glitch.me",
                                                     "herokuapp.com",
                                                     "hopto.org",
                                                     "loca.lt",
                                                     "netlify.app",
                                                     "ngrok-free.app",
                                                     "ngrok.app",
                                                     "ngrok.io",
                                                     "nip.io",
                                                     "now.sh",
                                                     "ondigitalocean.app",
                                                     "onrender.com",
                                                     "pages.dev",
                                                     "pipedream.net",
                                                     "r2.dev",
                                                     "repl.co",
                                                     "replit.app",
                                                     "replit.dev",
                                                     "requestcatcher.com",
                                                     "run.app",
                                                     "s3.amazonaws.com",
                                                     "serveo.net",
                                                     "sslip.io",
                                                     "supabase.co",
                                                     "surge.sh",
                                                     "trycloudflare.com",
                                                     "up.railway.app",
                                                     "vercel.app",
                                                     "web.app",
                                                     "webhook.site",
                                                     "windows.net",
                                                     "workers.dev"};
  auto [label, country] = host.split('.');
  return (country.size() == 2 && llvm::is_contained(labels, label)) ||
         llvm::is_contained(services, host);
}

bool isWideHost(llvm::StringRef pattern) {
  llvm::StringRef host = pattern.split(':').first;
  return host == "*" || (host.consume_front("*.") && (!host.contains('.') || isPublicSuffix(host)));
}

} // namespace agentc
