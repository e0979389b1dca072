#include "Reports/BundleReport.h"
#include "Sharing/OpenRepository.h"
#include "Sharing/PackageArtifact.h"
#include "Signatures.h"
#include "Subcommand.h"
#include "Verification.h"

#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

using Arguments = llvm::opt::InputArgList;

/// A push: its options, its goal and its package.
struct PushCall {
  DriverEnv &env;
  const Arguments &arguments;
  const CommonOptions &options;
  oci::Reference reference;
  std::string path;
};

llvm::Expected<oci::Reference> readTarget(llvm::StringRef text) {
  llvm::Expected<oci::Reference> reference = oci::parseReference(text);
  if (!reference)
    return reference.takeError();
  if (!reference->digest.empty())
    return usageError("`" + escapeForTerminal(text) +
                      "` names a digest, which follows from the package; name a tag");
  if (reference->tag.empty())
    return usageError("`" + escapeForTerminal(text) + "` names no tag, as in `" +
                      escapeForTerminal(reference->place()) + ":1.0.0`");
  return reference;
}

Json pushedToJson(const PushCall &call, const oci::ArtifactPlan &plan, const Compilation &c,
                  const oci::PushedBlobs &pushed) {
  Json referrers = Json::array();
  for (const oci::PlannedManifest &each : plan.attached)
    referrers.push_back({{"artifactType", each.file->artifactType},
                         {"digest", each.manifest.digest},
                         {"size", each.manifest.size}});
  return {{"schema", "agentc.pushed/1"},
          {"reference", call.reference.place() + "@" + plan.main.manifest.digest},
          {"tag", call.reference.tag},
          {"dryRun", call.arguments.hasArg(OPT_dry_run)},
          {"digest", c.plan->digest},
          {"manifest", {{"digest", plan.main.manifest.digest}, {"size", plan.main.manifest.size}}},
          {"layer", {{"digest", plan.main.layer.digest}, {"size", plan.main.layer.size}}},
          {"referrers", std::move(referrers)},
          {"sent", {{"blobs", pushed.sent}, {"bytes", pushed.sentBytes}, {"known", pushed.known}}}};
}

std::string resultToText(const PushCall &call, const oci::ArtifactPlan &plan,
                         const oci::PushedBlobs &pushed) {
  const bool isDryRun = call.arguments.hasArg(OPT_dry_run);
  std::string text = escapeForTerminal(call.reference.text()) + ": " +
                     (isDryRun ? "would be " : "") + plan.main.manifest.digest;
  if (!isDryRun)
    text += ", " + std::to_string(pushed.sentBytes) + " bytes sent" +
            (pushed.known ? ", " + std::to_string(pushed.known) + " blobs were there" : "");
  for (const oci::PlannedManifest &each : plan.attached)
    text += "\n    " + each.file->name + ": " + each.manifest.digest;
  return text + "\n";
}

llvm::Expected<int> pushVerified(const PushCall &call, const Compilation &c, std::string bytes) {
  const oci::Artifact artifact = packageArtifact(c, std::move(bytes));
  const oci::ArtifactPlan plan = oci::planArtifact(artifact);
  oci::PushedBlobs pushed;
  if (!call.arguments.hasArg(OPT_dry_run)) {
    llvm::Expected<std::unique_ptr<oci::Repository>> repository =
        openRepository(call.env, call.arguments, call.reference, /*writes=*/true);
    if (!repository)
      return repository.takeError();
    llvm::Expected<oci::PushedBlobs> done =
        oci::pushArtifact(**repository, plan, call.reference.tag);
    if (!done)
      return done.takeError();
    pushed = *done;
  }
  const bool isJson = call.options.format == OutputFormat::Json;
  const std::string text = isJson               ? printJson(pushedToJson(call, plan, c, pushed))
                           : call.options.quiet ? std::string()
                                                : resultToText(call, plan, pushed);
  if (llvm::Error error = writeOutput(call.env, call.options, text))
    return error;
  return ExitClean;
}

llvm::Expected<int> push(DriverEnv &env, const Arguments &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  const std::vector<std::string> inputs = arguments.getAllArgValues(OPT_INPUT);
  if (inputs.size() != 2)
    return usageError("`push` takes a package and where it goes, as in `agentc push my-agent.zip "
                      "registry.example/team/my-agent:1.0.0`");
  llvm::Expected<oci::Reference> reference = readTarget(inputs[1]);
  if (!reference)
    return reference.takeError();
  const PushCall call{env, arguments, *options, std::move(*reference), inputs[0]};
  llvm::Expected<std::vector<PublicKey>> keys = readPublicKeys(env, arguments);
  if (!keys)
    return keys.takeError();
  if (llvm::sys::fs::is_directory(call.path))
    return usageError("`" + escapeForTerminal(call.path) +
                      "` is a folder; `agentc package` makes a package of it");
  llvm::Expected<std::string> bytes = env.readFile(call.path);
  if (!bytes)
    return bytes.takeError();
  Compilation compilation;
  llvm::Expected<BundleResult> result =
      verifyBytes(env, *options, call.path, *bytes, *keys, compilation);
  if (!result)
    return result.takeError();
  if (result->valid)
    return reportUntrusted(env, pushVerified(call, compilation, std::move(*bytes)),
                           "the tag is as it was");
  env.out << renderVerified(*result, *options);
  env.err << "agentc: error: `" << escapeForTerminal(call.path) << "` is not pushed\n";
  return ExitFindings;
}

} // namespace

const Subcommand pushSubcommand = {
    "push",
    ForPush,
    "[FLAGS] PACKAGE REGISTRY/NAME:TAG | oci:FOLDER:TAG",
    "verifies a package and puts it into an OCI registry, or into an image layout in a folder",
    "  # into a folder that any tool for registries reads; a registry is named like "
    "registry.example/team/my-agent:1.0.0\n"
    "  agentc push my-agent.zip oci:releases:1.0.0\n"
    "  # the digests alone; nothing is sent\n"
    "  agentc push --dry-run my-agent.zip registry.example/team/my-agent:1.0.0\n"
    "  # only if it was signed by this key\n"
    "  agentc push --key release.pub.pem my-agent.zip oci:releases:latest\n",
    push,
    CommandGroup::Package,
    "the package is not what is sealed in it, or the registry sends what nobody asked for"};

} // namespace agentc
