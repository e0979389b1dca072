#include "Reports/BundleReport.h"
#include "Reports/Inspection.h"
#include "Signatures.h"
#include "Subcommand.h"

#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

Json inspectionToJson(const Inspection &inspection) {
  Json result = {{"schema", "agentc.inspect/1"},
                 {"path", inspection.path},
                 {"form", inspection.form},
                 {"sealed", inspection.isSealed()}};
  if (inspection.isSealed()) {
    result["verified"] = inspection.isVerified();
    result["signature"] = signerToJson(inspection.signer);
    if (const std::optional<SealPolicy> &policy = inspection.signer.policy)
      result["policy"] = {{"trust", trustName(policy->trust).str()},
                          {"failOn", severityName(policy->failOn).str()}};
  }
  result["package"] = inspection.documents.record;
  result["sbom"] = inspection.documents.sbom;
  return result;
}

llvm::Expected<int> inspect(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<std::string> path = onlyInput(arguments, "bundle");
  if (!path)
    return path.takeError();
  llvm::Expected<std::vector<PublicKey>> keys = readPublicKeys(env, arguments);
  if (!keys)
    return keys.takeError();
  llvm::Expected<std::optional<Inspection>> inspection = inspectBundle(env, *options, *path, *keys);
  if (!inspection)
    return inspection.takeError();
  if (!*inspection)
    return ExitFindings;
  if (llvm::Error error = checkKeysFit(**inspection, *keys))
    return error;
  std::string text;
  if (arguments.hasArg(OPT_sbom))
    text = printJson((*inspection)->documents.sbom);
  else if (options->format == OutputFormat::Json)
    text = printJson(inspectionToJson(**inspection));
  else
    text = renderInspection(**inspection, {.color = options->outColor,
                                           .columns = options->columns,
                                           .full = arguments.hasArg(OPT_full)});
  if (llvm::Error error = writeOutput(env, *options, text))
    return error;
  return (*inspection)->differences.has(Severity::Error) ? ExitFindings : ExitClean;
}

} // namespace

const Subcommand inspectSubcommand = {
    "inspect",
    ForInspect,
    "[FLAGS] [PACKAGE]",
    "shows what a package or bundle holds: agents, tools, access with call paths, signer, "
    "components",
    "  agentc inspect my-agent.zip\n"
    "  # descriptions and prompts to the last word\n"
    "  agentc inspect --full my-agent.zip\n"
    "  # the list of components alone\n"
    "  agentc inspect --sbom -o my-agent.cdx.json my-agent/\n",
    inspect,
    CommandGroup::Read,
    "the bundle could not be read, or a package is not what is sealed in it"};

} // namespace agentc
