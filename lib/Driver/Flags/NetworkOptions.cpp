#include "NetworkOptions.h"

#include "OptionIds.h"

#include "agentc/Support/Text.h"

namespace agentc {

llvm::Expected<NetworkOptions> readNetworkOptions(DriverEnv &env,
                                                  const llvm::opt::InputArgList &arguments) {
  NetworkOptions options;
  options.privateAddresses = arguments.hasArg(OPT_allow_private);
  options.resolve = arguments.getAllArgValues(OPT_resolve);
  for (const std::string &text : options.resolve)
    if (!parseResolvedHost(text))
      return usageError("`--resolve` is `" + escapeForTerminal(text) +
                        "`; it takes `host:port:address`, with brackets around IPv6");
  for (const std::string &path : arguments.getAllArgValues(OPT_ca)) {
    llvm::Expected<std::string> text = env.readFile(path);
    if (!text)
      return text.takeError();
    if (!llvm::StringRef(*text).contains("-----BEGIN CERTIFICATE-----"))
      return usageError("`" + escapeForTerminal(path) + "` holds no certificate in PEM");
    options.authorities += *text + "\n";
  }
  return options;
}

std::vector<ResolvedHost> resolvedHosts(const NetworkOptions &options) {
  std::vector<ResolvedHost> hosts;
  for (const std::string &resolve : options.resolve)
    if (std::optional<ResolvedHost> host = parseResolvedHost(resolve))
      hosts.push_back(std::move(*host));
  return hosts;
}

} // namespace agentc
