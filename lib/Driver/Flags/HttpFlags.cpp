#include "HttpFlags.h"

#include "OptionIds.h"

#include "agentc/Net/Address.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace opt = llvm::opt;

namespace {

/// True if nobody but this machine reaches an address to listen at; std::nullopt if it is none.
/// 0.0.0.0 and `::`, which lead to the machine itself, listen at all that it has.
std::optional<bool> isOwnAddress(llvm::StringRef text) {
  if (text.contains(':')) {
    std::optional<Ipv6Address> address = parseIpv6(text);
    return address ? std::optional(*address == Ipv6Address{0, 0, 0, 0, 0, 0, 0, 1}) : std::nullopt;
  }
  std::optional<uint32_t> address = text.count('.') == 3 ? parseIpv4(text) : std::nullopt;
  return address ? std::optional(*address >> 24 == 127) : std::nullopt;
}

llvm::Error readToken(DriverEnv &env, const opt::InputArgList &arguments, std::string &token) {
  const opt::Arg *argument = arguments.getLastArg(OPT_http_token);
  if (!argument)
    return llvm::Error::success();
  llvm::Expected<std::string> text = env.readFile(argument->getValue());
  if (!text)
    return text.takeError();
  token = llvm::StringRef(*text).trim().str();
  constexpr size_t shortest = 16, longest = 1024;
  if (token.size() < shortest || token.size() > longest ||
      !llvm::all_of(token, [](char c) { return c > 0x20 && c < 0x7f; }))
    return usageError("`" + escapeForTerminal(argument->getValue()) +
                      "` holds no token: " + llvm::Twine(shortest) + " to " + llvm::Twine(longest) +
                      " printable characters");
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::optional<HttpPlace>> readHttpPlace(DriverEnv &env,
                                                       const opt::InputArgList &arguments) {
  const opt::Arg *argument = arguments.getLastArg(OPT_http);
  if (!argument) {
    for (OptionId id : {OPT_http_token, OPT_http_host, OPT_http_origin})
      if (const opt::Arg *other = arguments.getLastArg(id))
        return usageError("`" + other->getOption().getPrefixedName() + "` stands beside `--http`");
    return std::nullopt;
  }
  HttpPlace place;
  auto [address, port] = llvm::StringRef(argument->getValue()).rsplit(':');
  const bool hasBrackets = address.consume_front("[") && address.consume_back("]");
  const std::optional<bool> isOwn = isOwnAddress(address);
  if (port.getAsInteger(10, place.port) || !isOwn || address.contains(':') != hasBrackets)
    return usageError("`--http` is `" + escapeForTerminal(argument->getValue()) +
                      "`; it takes an address and a port, as `127.0.0.1:8080` or `[::1]:8080`");
  place.address = address.str();
  place.hosts = arguments.getAllArgValues(OPT_http_host);
  place.origins = arguments.getAllArgValues(OPT_http_origin);
  if (llvm::Error error = readToken(env, arguments, place.token))
    return error;
  if (place.token.empty() && !*isOwn)
    return usageError("`" + place.address +
                      "` is not this machine's own, so that others may ask; "
                      "`--http-token FILE` names what they have to bring");
  // Clients on other machines ask by it.
  place.hosts.push_back(hasBrackets ? "[" + place.address + "]" : place.address);
  return place;
}

} // namespace agentc
