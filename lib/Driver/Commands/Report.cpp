#include "Flags/LoadTestFlag.h"
#include "Reports/BundleReport.h"
#include "Reports/Inspection.h"
#include "Signatures.h"
#include "Subcommand.h"

#include "agentc/Calls/LoadTest.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Report/Report.h"
#include "agentc/Support/Text.h"
#include "agentc/Support/Version.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

using Arguments = llvm::opt::InputArgList;

/// The older version, compared.
ReviewedChanges reviewChanges(const Inspection &before, const Inspection &after) {
  const BundleResult &old = before.result;
  return {old.name.empty() ? old.path : old.name, old.version, before.plan.digest,
          compareInspections(before, after)};
}

/// The page that was written, in a line.
std::string summaryOf(const Inspection &inspection, llvm::StringRef file, size_t size) {
  const DiagnosticList &findings = inspection.result.diagnostics;
  return escapeForTerminal(file) + ": " + std::to_string(size) + " bytes; `" +
         escapeForTerminal(inspection.path) +
         (inspection.result.valid ? "` passes" : "` is refused") + ", " +
         std::to_string(findings.count(Severity::Error)) + " errors, " +
         std::to_string(findings.count(Severity::Warning)) + " warnings\n";
}

llvm::Expected<int> report(DriverEnv &env, const Arguments &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<std::string> path = onlyInput(arguments, "bundle");
  if (!path)
    return path.takeError();
  llvm::Expected<std::vector<PublicKey>> keys = readPublicKeys(env, arguments);
  if (!keys)
    return keys.takeError();
  std::optional<ToolProcess> sandbox;
  if (llvm::Error error = startForLoadTest(arguments, sandbox))
    return error;
  llvm::Expected<std::optional<Inspection>> inspection =
      inspectBundle(env, *options, *path, *keys, loadTester(sandbox ? &*sandbox : nullptr));
  if (!inspection)
    return inspection.takeError();
  if (!*inspection)
    return ExitFindings;
  Inspection &now = **inspection;
  if (llvm::Error error = checkKeysFit(now, *keys))
    return error;
  std::optional<ReviewedChanges> against;
  if (const llvm::opt::Arg *argument = arguments.getLastArg(OPT_against)) {
    llvm::Expected<std::optional<Inspection>> before =
        inspectBundle(env, *options, argument->getValue(), {});
    if (!before)
      return before.takeError();
    if (!*before)
      return ExitFindings;
    against = reviewChanges(**before, now);
  }
  const std::string page = renderReview(
      {now.form, now.result, now.documents,
       [&](llvm::StringRef file, uint32_t offset) { return now.functions.around(file, offset); },
       std::move(against), now.isLoaded, fullCatalog(), version()});
  if (llvm::Error error = writeOutput(env, *options, page))
    return error;
  if (options->output && !options->quiet)
    env.out << summaryOf(now, *options->output, page.size());
  return now.result.valid ? ExitClean : ExitFindings;
}

} // namespace

const Subcommand reportSubcommand = {
    "report",
    ForReport,
    "[FLAGS] [BUNDLE] -o REPORT.html",
    "writes a page for reviewers: verdict, access as a picture, findings in their source, changes",
    "  agentc report my-agent/ -o report.html\n"
    "  # a package, who must have signed it, and what changed since the last version\n"
    "  agentc report --key release.pub.pem --against old.zip my-agent.zip -o report.html\n",
    report,
    CommandGroup::Read,
    "the bundle would be refused; the page is written, and says why"};

} // namespace agentc
