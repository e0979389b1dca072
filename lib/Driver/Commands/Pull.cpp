#include "Sharing/FetchedPackage.h"
#include "Sharing/OpenRepository.h"
#include "Signatures.h"
#include "Subcommand.h"
#include "Verification.h"

#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

using Arguments = llvm::opt::InputArgList;

llvm::Error refuseExisting(const std::string &file, const Arguments &arguments) {
  if (arguments.hasArg(OPT_force) || !llvm::sys::fs::is_regular_file(file))
    return llvm::Error::success();
  return usageError("`" + escapeForTerminal(file) + "` is there already; `--force` overwrites it");
}

Json pulledToJson(const oci::Reference &reference, const FetchedPackage &fetched,
                  const Compilation &c, const std::string &file) {
  Json signature = {{"state", fetched.result.signature.state}};
  if (!fetched.result.signature.keyId.empty())
    signature["keyId"] = fetched.result.signature.keyId;
  return {{"schema", "agentc.pulled/1"},
          {"reference", reference.place() + "@" + fetched.file.manifest.digest},
          {"file", file},
          {"size", fetched.file.bytes.size()},
          {"digest", c.plan->digest},
          {"signature", std::move(signature)}};
}

llvm::Expected<int> place(DriverEnv &env, const Arguments &arguments, const CommonOptions &options,
                          const oci::Reference &reference, const FetchedPackage &fetched,
                          const Compilation &c) {
  const std::string file = options.output.value_or(c.plan->fileName);
  if (llvm::Error error = refuseExisting(file, arguments))
    return error;
  if (llvm::Error error = writeFileAtomically(
          file, fetched.file.bytes, {.mode = 0644, .replace = arguments.hasArg(OPT_force)}))
    return error;
  if (options.format == OutputFormat::Json) {
    env.out << printJson(pulledToJson(reference, fetched, c, file));
  } else {
    env.out << renderVerified(fetched.result, options);
    if (!options.quiet)
      env.out << escapeForTerminal(file) << ": " << fetched.file.bytes.size() << " bytes of "
              << escapeForTerminal(reference.place()) << "@" << fetched.file.manifest.digest
              << '\n';
  }
  return ExitClean;
}

llvm::Expected<int> pullFrom(DriverEnv &env, const Arguments &arguments,
                             const CommonOptions &options, const oci::Reference &reference) {
  llvm::Expected<std::vector<PublicKey>> keys = readPublicKeys(env, arguments);
  if (!keys)
    return keys.takeError();
  Compilation c;
  llvm::Expected<FetchedPackage> fetched =
      fetchPackage(env, arguments, options, reference, *keys, c);
  if (!fetched)
    return fetched.takeError();
  if (fetched->result.valid)
    return place(env, arguments, options, reference, *fetched, c);
  env.out << renderVerified(fetched->result, options);
  env.err << "agentc: error: `" << escapeForTerminal(reference.text())
          << "` is not a package to be believed; nothing is kept\n";
  return ExitFindings;
}

llvm::Expected<int> pull(DriverEnv &env, const Arguments &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<std::string> text = onlyInput(arguments, "reference");
  if (!text)
    return text.takeError();
  llvm::Expected<oci::Reference> reference = readPinnedReference(*text);
  if (!reference)
    return reference.takeError();
  if (options->output)
    if (llvm::Error error = refuseExisting(*options->output, arguments))
      return error;
  return reportUntrusted(env, pullFrom(env, arguments, *options, *reference), "nothing is kept");
}

} // namespace

const Subcommand pullSubcommand = {
    "pull",
    ForPull,
    "[FLAGS] REGISTRY/NAME[:TAG][@DIGEST] | oci:FOLDER:TAG [-o OUT.zip]",
    "fetches a package from an OCI registry or an image layout, and keeps it only if it verifies",
    "  # from a folder; a registry is named like registry.example/team/my-agent:1.0.0\n"
    "  agentc pull oci:releases:1.0.0\n"
    "  # only if it was signed by this key, in place of an older one\n"
    "  agentc pull --key release.pub.pem --force oci:releases:1.0.0 -o my-agent.zip\n",
    pull,
    CommandGroup::Package,
    "the package is not what is sealed in it, or not what the reference or the registry's own "
    "lists name; nothing is written"};

} // namespace agentc
