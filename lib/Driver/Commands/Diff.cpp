#include "Reports/BundleReport.h"
#include "Reports/DiffText.h"
#include "Reports/Inspection.h"
#include "Subcommand.h"
#include "Terminal/NextSteps.h"

#include "agentc/Diagnostics/Fingerprint.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

Json sideToJson(const Inspection &inspection) {
  const Json &record = inspection.documents.record;
  Json result = {{"path", inspection.path},
                 {"form", inspection.form},
                 {"name", record["name"]},
                 {"version", record["version"]},
                 {"digest", inspection.plan.digest}};
  if (inspection.isSealed())
    result["verified"] = inspection.isVerified();
  return result;
}

Json changesToJson(const Inspection &before, const Inspection &after,
                   llvm::ArrayRef<Change> changes, bool widens, bool isAlarm) {
  Json list = Json::array();
  for (const Change &change : changes) {
    Json item = {{"area", areaName(change.area).str()},
                 {"kind", changeKindName(change.kind).str()},
                 {"message", describeChange(change)},
                 {"widens", change.widens}};
    if (!change.subject.empty())
      item["subject"] = change.subject;
    if (!change.what.empty())
      item["what"] = change.what;
    if (!change.before.is_null())
      item["before"] = change.before;
    if (!change.after.is_null())
      item["after"] = change.after;
    list.push_back(std::move(item));
  }
  return {{"schema", "agentc.diff/1"},  {"before", sideToJson(before)},
          {"after", sideToJson(after)}, {"widens", widens},
          {"signerChanged", isAlarm},   {"changes", std::move(list)}};
}

/// Another signer than before, or none, is an alarm; a first signature is not.
bool isAlarm(const Change &change) {
  return change.area == Change::Area::Signature && change.kind == Change::Kind::Changed;
}

/// The changes as findings on the new version.
BundleResult toResult(const Inspection &after, llvm::ArrayRef<Change> changes, bool isValid) {
  BundleResult result;
  result.path = after.path;
  llvm::SmallString<256> folder;
  if (!llvm::sys::fs::current_path(folder))
    result.workingFolder = folder.str().str();
  result.isFolder = after.form == "folder";
  const Json &record = after.documents.record;
  for (auto [member, text] :
       {std::pair("name", &result.name), std::pair("version", &result.version)})
    if (record[member].is_string())
      *text = record[member].get<std::string>();
  result.digest = after.plan.digest;
  result.valid = isValid;
  result.files = after.plan.files;
  reportChanges(changes, result.diagnostics);
  result.diagnostics.sort();
  setFingerprints(result.diagnostics, [](const Diagnostic &finding) { return finding.message; });
  return result;
}

std::string renderText(const Inspection &before, const Inspection &after,
                       llvm::ArrayRef<Change> changes, const CommonOptions &options, bool widens) {
  if (options.quiet)
    return renderChanges(changes, options.outColor, options.columns);
  std::string text;
  for (const Inspection *side : {&before, &after})
    if (side->isSealed() && !side->isVerified())
      text += "`" + escapeForTerminal(side->path) +
              "` is not what is sealed; compared is what its code says\n";
  text += renderChanges(changes, options.outColor, options.columns);
  if (changes.empty())
    return text + "no difference\n";
  return text + std::to_string(changes.size()) + (changes.size() == 1 ? " change" : " changes") +
         (widens ? "; the new version reaches more\n" +
                       nextStep("agentc inspect " + shellWord(after.path, "NEW"),
                                "shows by which calls")
                 : "; the new version reaches no more\n");
}

llvm::Expected<int> diff(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  std::vector<std::string> paths = arguments.getAllArgValues(OPT_INPUT);
  if (paths.size() != 2)
    return usageError("two bundles are compared, the old one and the new one");
  llvm::Expected<std::optional<Inspection>> before = inspectBundle(env, *options, paths[0], {});
  if (!before)
    return before.takeError();
  llvm::Expected<std::optional<Inspection>> after = inspectBundle(env, *options, paths[1], {});
  if (!after)
    return after.takeError();
  if (!*before || !*after)
    return ExitFindings;
  const std::vector<Change> changes = compareInspections(**before, **after);
  const bool alarm = llvm::any_of(changes, isAlarm);
  const bool widens = llvm::any_of(changes, [](const Change &change) { return change.widens; });
  std::string text;
  if (options->format == OutputFormat::Json)
    text = printJson(changesToJson(**before, **after, changes, widens, alarm));
  else if (options->format == OutputFormat::Text)
    text = renderText(**before, **after, changes, *options, widens);
  else
    text = renderResults(toResult(**after, changes, !widens && !alarm), *options, options->outColor,
                         options->quiet);
  if (llvm::Error error = writeOutput(env, *options, text))
    return error;
  return widens || alarm ? ExitFindings : ExitClean;
}

} // namespace

const Subcommand diffSubcommand = {"diff",
                                   ForDiff,
                                   "[FLAGS] OLD NEW",
                                   "shows what changed between two versions; exits with 1 if the "
                                   "new one can reach more or has another signer",
                                   "  agentc diff my-agent.zip my-agent/\n"
                                   "  # for code scanning\n"
                                   "  agentc diff --format=sarif -o diff.sarif old.zip new.zip\n",
                                   diff,
                                   CommandGroup::Read,
                                   "the new version can reach more, or its signer changed",
                                   Formats::Reports};

} // namespace agentc
