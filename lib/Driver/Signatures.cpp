#include "Signatures.h"

#include "Flags/OptionIds.h"

#include "agentc/Support/Text.h"

namespace agentc {

llvm::Expected<std::vector<PublicKey>> readPublicKeys(DriverEnv &env,
                                                      const llvm::opt::InputArgList &arguments) {
  std::vector<PublicKey> keys;
  for (const std::string &file : arguments.getAllArgValues(OPT_key)) {
    llvm::Expected<std::string> pem = env.readFile(file);
    if (!pem)
      return pem.takeError();
    if (llvm::StringRef(*pem).contains("PRIVATE KEY-----"))
      return usageError("`" + escapeForTerminal(file) + "` is a private key; `" +
                        escapeForTerminal(publicKeyFile(file)) + "` would be its public half");
    llvm::Expected<PublicKey> key = PublicKey::fromPem(*pem);
    if (!key)
      return usageError("`" + escapeForTerminal(file) + "` " + llvm::toString(key.takeError()));
    keys.push_back(std::move(*key));
  }
  return keys;
}

std::string describeSigner(const Signer &signer) {
  switch (signer.state) {
  case SignatureState::Unsigned:
    return "unsigned: nothing says who made it";
  case SignatureState::Unchecked:
    return "unchecked: signed by the key " + signer.keyId + "; `--key` says whose it must be";
  case SignatureState::Checked:
    return "signed by the key " + signer.keyId;
  case SignatureState::Wrong:
    return "";
  }
  llvm_unreachable("a state has a description");
}

std::string describePolicy(const SealPolicy &policy) {
  const std::string failing =
      "; sealed though there may be findings below `" + severityName(policy.failOn).str() + "`";
  return (policy.trust == Trust::Registry
              ? std::string("registry trust: nothing in the bundle weakened the check")
              : std::string("author trust: the bundle's own settings, ignore files and "
                            "suppressions counted")) +
         (policy.failOn == Severity::Note ? "" : failing);
}

SignatureResult signatureResult(const Signer &signer) {
  const std::optional<SealPolicy> &policy = signer.policy;
  return {signatureStateName(signer.state).str(),
          signer.keyId,
          describeSigner(signer),
          policy ? describePolicy(*policy) : std::string(),
          policy ? trustName(policy->trust).str() : std::string(),
          policy ? severityName(policy->failOn).str() : std::string()};
}

std::string publicKeyFile(llvm::StringRef file) {
  file.consume_back(".pem");
  return (file + ".pub.pem").str();
}

} // namespace agentc
