#include "Signatures.h"
#include "Subcommand.h"

#include "agentc/Packaging/Signature.h"
#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"

namespace agentc {

namespace {

llvm::Expected<int> keygen(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  for (const std::string &input : arguments.getAllArgValues(OPT_INPUT))
    return usageError("`" + escapeForTerminal(input) +
                      "` is one too many; `--output` names the key");
  const std::string file = arguments.getLastArgValue(OPT_output, "agentc.pem").str();
  if (file.empty())
    return usageError("`--output` names no file");
  const std::string publicFile = publicKeyFile(file);
  const bool force = arguments.hasArg(OPT_force);
  for (const std::string &name : {file, publicFile})
    if (!force && llvm::sys::fs::exists(name))
      return usageError("`" + escapeForTerminal(name) +
                        "` is there already; `--force` overwrites it, and its key is lost");
  llvm::Expected<SigningKey> key = SigningKey::generate();
  if (!key)
    return key.takeError();
  // The private half last: a public half alone does no harm, and no key is lost by it.
  if (llvm::Error error =
          writeFileAtomically(publicFile, key->publicPem(), {.mode = 0644, .replace = force}))
    return error;
  if (llvm::Error error =
          writeFileAtomically(file, key->privatePem(), {.mode = 0600, .replace = force})) {
    llvm::sys::fs::remove(publicFile);
    return error;
  }
  env.out << escapeForTerminal(file)
          << ": the private key, for `agentc package --sign`; keep it to yourself\n"
          << escapeForTerminal(publicFile) << ": the public key, for `agentc verify --key`\n"
          << "id: " << key->publicKey().id() << '\n';
  return ExitClean;
}

} // namespace

const Subcommand keygenSubcommand = {
    "keygen",
    ForKeygen,
    "[--force] [-o KEY.pem]",
    "makes an Ed25519 key pair to sign packages with: KEY.pem and KEY.pub.pem",
    "  agentc keygen -o team.pem\n"
    "  agentc package --sign team.pem my-agent/ -o signed.zip && agentc verify --key team.pub.pem "
    "signed.zip\n",
    keygen,
    CommandGroup::Package,
    "",
    Formats::TextAndJson,
    Inputs::None};

} // namespace agentc
