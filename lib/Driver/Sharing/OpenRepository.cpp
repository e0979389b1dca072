#include "OpenRepository.h"

#include "Flags/OptionIds.h"

#include "Flags/NetworkOptions.h"

#include "agentc/Support/Text.h"

namespace agentc {

namespace {

constexpr uint64_t leastChunk = 64 << 10, largestChunk = 1 << 30;

} // namespace

llvm::Expected<std::unique_ptr<oci::Repository>>
openRepository(DriverEnv &env, const llvm::opt::InputArgList &arguments,
               const oci::Reference &reference, bool writes) {
  llvm::Expected<NetworkOptions> network = readNetworkOptions(env, arguments);
  if (!network)
    return network.takeError();
  oci::RegistryOptions options;
  options.allowPrivate = network->privateAddresses;
  options.resolved = resolvedHosts(*network);
  options.authorities = network->authorities;
  options.writes = writes;
  if (const llvm::opt::Arg *argument = arguments.getLastArg(OPT_chunk_size)) {
    std::optional<uint64_t> bytes = parseByteSize(argument->getValue());
    if (!bytes || *bytes < leastChunk || *bytes > largestChunk)
      return usageError("`--chunk-size` is `" + escapeForTerminal(argument->getValue()) +
                        "`; it is a size from 64KB to 1GB");
    options.chunkBytes = *bytes;
  }
  return reference.isLayout() ? oci::openLayout(reference, writes)
                              : oci::openRegistry(env, reference, options);
}

llvm::Expected<int> reportUntrusted(DriverEnv &env, llvm::Expected<int> code,
                                    llvm::StringRef consequence) {
  if (code)
    return code;
  llvm::Error other = llvm::handleErrors(code.takeError(), [&](const oci::UntrustedContent &why) {
    env.err << "agentc: error: " << why.message() << "; " << consequence << '\n';
  });
  if (other)
    return other;
  return ExitFindings;
}

} // namespace agentc
