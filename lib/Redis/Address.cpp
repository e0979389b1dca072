#include "agentc/Redis/Address.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::redis {

static llvm::Error fault(const llvm::Twine &why) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "a Redis server is named as `redis://[:PASSWORD@]HOST[:PORT][/DATABASE]` or "
      "`unix://[:PASSWORD@]/PATH`; " +
          why);
}

/// A text without its percent-encoding (RFC 3986); std::nullopt if that is broken.
static std::optional<std::string> decode(llvm::StringRef text) {
  std::string decoded;
  while (!text.empty()) {
    if (text.front() != '%') {
      decoded += text.front();
      text = text.drop_front();
      continue;
    }
    uint8_t byte = 0;
    const llvm::StringRef digits = text.substr(1, 2);
    if (digits.size() != 2 || !llvm::all_of(digits, llvm::isHexDigit) ||
        !llvm::to_integer(digits, byte, 16))
      return std::nullopt;
    decoded += static_cast<char>(byte);
    text = text.drop_front(3);
  }
  return decoded;
}

static llvm::Error readUser(llvm::StringRef text, Address &address) {
  const auto [name, secret] = text.split(':');
  std::optional<std::string> user = decode(name), password = decode(secret);
  if (!user || !password)
    return fault("the password's percent-encoding is broken");
  address.user = std::move(*user);
  address.password = std::move(*password);
  return llvm::Error::success();
}

static llvm::Error readHost(llvm::StringRef text, Address &address) {
  const auto [place, database] = text.split('/');
  if (!database.empty() && !llvm::to_integer(database, address.database, 10))
    return fault("the database is a number");
  llvm::StringRef host = place, port;
  if (host.consume_front("[")) {
    std::tie(host, port) = host.split(']');
    if (!port.empty() && !port.consume_front(":"))
      return fault("a port follows `]:`");
  } else {
    std::tie(host, port) = host.split(':');
  }
  if (host.empty() || host.find('\0') != llvm::StringRef::npos)
    return fault("the host is missing");
  if (!port.empty() && (!llvm::to_integer(port, address.port, 10) || address.port == 0))
    return fault("the port is a number from 1 to 65535");
  address.host = host.str();
  return llvm::Error::success();
}

llvm::Expected<Address> parseAddress(llvm::StringRef url) {
  if (url.starts_with("rediss://"))
    return fault("`rediss` (TLS) is not supported: Debian 12's hiredis has none; a tunnel, such as "
                 "stunnel's, or a private network keeps the connection secret");
  Address address;
  const bool isSocket = url.consume_front("unix://");
  if (!isSocket && !url.consume_front("redis://"))
    return fault("the scheme is another");
  if (const size_t at = url.rfind('@'); at != llvm::StringRef::npos) {
    if (llvm::Error error = readUser(url.take_front(at), address))
      return error;
    url = url.drop_front(at + 1);
  }
  if (!isSocket) {
    if (llvm::Error error = readHost(url, address))
      return error;
    return address;
  }
  if (!url.starts_with("/"))
    return fault("the path of a socket begins with `/`");
  address.socket = url.str();
  return address;
}

std::string Address::text() const {
  if (!socket.empty())
    return "unix://" + socket;
  const bool isIpv6 = host.find(':') != std::string::npos;
  return "redis://" + (isIpv6 ? "[" + host + "]" : host) + ":" + std::to_string(port) +
         (database ? "/" + std::to_string(database) : "");
}

} // namespace agentc::redis
