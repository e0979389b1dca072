#include "Reports/BundleReport.h"
#include "Reports/Inspection.h"
#include "Sharing/OpenRepository.h"
#include "Sharing/PackageArtifact.h"
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

Json resultToJson(const oci::Reference &reference, const oci::PulledFile &pulled,
                  const BundleResult &result, const Compilation &c, const std::string &file) {
  Json signature = {{"state", result.signature.state}};
  if (!result.signature.keyId.empty())
    signature["keyId"] = result.signature.keyId;
  return {{"schema", "agentc.pulled/1"},
          {"reference", reference.place() + "@" + pulled.manifest.digest},
          {"file", file},
          {"size", pulled.bytes.size()},
          {"digest", c.plan->digest},
          {"signature", std::move(signature)}};
}

llvm::Expected<int> place(DriverEnv &env, const Arguments &arguments, const CommonOptions &options,
                          const oci::Reference &reference, const oci::PulledFile &pulled,
                          const BundleResult &result, const Compilation &c) {
  const std::string file = options.output.value_or(c.plan->fileName);
  if (llvm::Error error = refuseExisting(file, arguments))
    return error;
  if (llvm::Error error = writeFileAtomically(
          file, pulled.bytes, {.mode = 0644, .replace = arguments.hasArg(OPT_force)}))
    return error;
  if (options.format == OutputFormat::Json) {
    env.out << printJson(resultToJson(reference, pulled, result, c, file));
  } else {
    env.out << renderVerified(result, options);
    if (!options.quiet)
      env.out << escapeForTerminal(file) << ": " << pulled.bytes.size() << " bytes of "
              << escapeForTerminal(reference.place()) << "@" << pulled.manifest.digest << '\n';
  }
  return ExitClean;
}

llvm::Expected<int> pullFrom(DriverEnv &env, const Arguments &arguments,
                             const CommonOptions &options, const oci::Reference &reference) {
  llvm::Expected<std::vector<PublicKey>> keys = readPublicKeys(env, arguments);
  if (!keys)
    return keys.takeError();
  llvm::Expected<std::unique_ptr<oci::Repository>> repository =
      openRepository(env, arguments, reference, /*writes=*/false);
  if (!repository)
    return repository.takeError();
  llvm::Expected<oci::PulledFile> pulled =
      pullPackage(**repository, reference, options.limits.totalBytes);
  if (!pulled)
    return pulled.takeError();
  Compilation c;
  llvm::Expected<BundleResult> result =
      verifyBytes(env, options, reference.text(), pulled->bytes, *keys, c);
  if (!result)
    return result.takeError();
  if (!result->valid) {
    env.out << renderVerified(*result, options);
    env.err << "agentc: error: `" << escapeForTerminal(reference.text())
            << "` is not a package to be believed; nothing is kept\n";
    return ExitFindings;
  }
  if (llvm::Error error = compareSignatures(**repository, pulled->manifest, *c.packageFiles))
    return error;
  return place(env, arguments, options, reference, *pulled, *result, c);
}

llvm::Expected<oci::Reference> readSource(const Arguments &arguments) {
  llvm::Expected<std::string> text = onlyInput(arguments, "reference");
  if (!text)
    return text.takeError();
  llvm::Expected<oci::Reference> reference = oci::parseReference(*text);
  if (reference && reference->tag.empty() && reference->digest.empty())
    return usageError("`" + escapeForTerminal(*text) +
                      "` names neither a tag, as in `:1.0.0`, nor a digest, as in `@sha256:…`");
  return reference;
}

llvm::Expected<int> pull(DriverEnv &env, const Arguments &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<oci::Reference> reference = readSource(arguments);
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
