#include "BundleReport.h"

#include "DriverRules.h"
#include "NextSteps.h"
#include "ProjectSettings.h"
#include "StatementText.h"
#include "Terminal.h"

#include "agentc/Diagnostics/Fingerprint.h"
#include "agentc/Diagnostics/LineFiller.h"
#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Text.h"
#include "agentc/Support/Version.h"

#include "llvm/Support/FileSystem.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// What a stage does, for the line that a terminal shows meanwhile.
llvm::StringRef workOf(Stage stage) {
  switch (stage) {
  case Stage::Open:
    return "reading files";
  case Stage::Manifest:
    return "reading the manifest";
  case Stage::Parse:
    return "parsing";
  case Stage::Resolve:
    return "resolving names";
  case Stage::Evaluate:
    return "evaluating";
  case Stage::Extract:
    return "extracting agents and tools";
  case Stage::Infer:
    return "inferring access";
  case Stage::Check:
    return "checking rules";
  case Stage::Load:
    return "loading it in the sandbox";
  case Stage::Plan:
    return "planning the package";
  case Stage::Seal:
    return "sealing";
  }
  llvm_unreachable("all stages are named");
}

std::string statusOf(llvm::StringRef shown, Stage stage, const Compilation &c) {
  std::string text = (shown + ": " + workOf(stage)).str();
  const size_t files = c.bundle ? c.bundle->files.files().size() : 0;
  return files > 1 ? text + " (" + std::to_string(files) + " files)" : text;
}

} // namespace

llvm::Expected<PipelineRequest> makePipelineRequest(DriverEnv &env, const CommonOptions &options,
                                                    llvm::StringRef path) {
  PipelineRequest request;
  request.bundle.path = path.str();
  request.bundle.trust = options.trust;
  request.bundle.limits = options.limits;
  request.bundle.standardInputName = options.standardInputName;
  if (path == "-") {
    llvm::Expected<std::string> text = env.readStandardInput();
    if (!text)
      return text.takeError();
    request.bundle.standardInput = std::move(*text);
  }
  if (options.manifest) {
    llvm::Expected<std::string> text = env.readFile(*options.manifest);
    if (!text)
      return text.takeError();
    request.manifest = ManifestOverride{*options.manifest, std::move(*text)};
  }
  request.findSettings = [&env, file = options.settings](const Bundle &bundle, FileTree &outside,
                                                         DiagnosticList &diagnostics) {
    return readProjectSettings(env, file, bundle, outside, diagnostics);
  };
  request.findWaivers = [&env, file = options.waivers](const Bundle &bundle,
                                                       const Settings &settings, FileTree &outside,
                                                       DiagnosticList &diagnostics) {
    return readProjectWaivers(env, file, bundle, settings, outside, diagnostics);
  };
  if (!isDay(env.today))
    return usageError("`AGENTC_TODAY` is not a day, as `2027-05-31`");
  request.today = env.today;
  if (env.status)
    request.onStage = [&env, shown = path.str()](Stage stage, const Compilation &c) {
      env.status(statusOf(shown, stage, c));
    };
  return request;
}

bool hasFindings(const DiagnosticList &diagnostics, Severity failOn) {
  return llvm::any_of(diagnostics.all(), [&](const Diagnostic &diagnostic) {
    return !diagnostic.waived && diagnostic.severity >= failOn;
  });
}

BundleResult makeResult(const Compilation &compilation, llvm::StringRef path, Severity failOn) {
  BundleResult result;
  result.path = path.str();
  llvm::SmallString<256> folder;
  if (!llvm::sys::fs::current_path(folder))
    result.workingFolder = folder.str().str();
  result.isFolder = compilation.bundle ? compilation.bundle->form == BundleForm::Folder
                                       : llvm::sys::fs::is_directory(path);
  result.failOn = failOn;
  result.diagnostics = compilation.diagnostics;
  // What the check named and nothing was added to is named already.
  if (llvm::any_of(result.diagnostics.all(),
                   [](const Diagnostic &finding) { return finding.fingerprint.empty(); })) {
    maskSecrets(result.diagnostics, compilation.secrets);
    result.diagnostics.sort();
    StatementText statements(compilation);
    setFingerprints(result.diagnostics,
                    [&](const Diagnostic &diagnostic) { return statements.around(diagnostic); });
  }
  addHelp(result.diagnostics);
  result.valid = compilation.bundle && !hasFindings(result.diagnostics, failOn);
  if (compilation.bundle)
    result.files = maskedFiles(compilation.bundle->files, compilation.secrets);
  result.outside = compilation.outside;
  if (const std::optional<Manifest> &manifest = compilation.manifest) {
    result.name = manifest->name ? manifest->name->text : "";
    result.version = manifest->version ? manifest->version->text : "";
  }
  if (compilation.plan)
    result.digest = compilation.plan->digest;
  else if (compilation.program && compilation.bundle->form == BundleForm::SingleFile)
    result.digest = bundleDigest(compilation.bundle->files);
  if (compilation.values)
    result.coverage = {compilation.values->calls(), compilation.values->resolvedCalls()};
  return result;
}

TextStyle textStyle(const CommonOptions &options, bool color, bool quiet) {
  return {.color = color,
          .quiet = quiet,
          .pages = options.outLinks ? rulePageUri : RulePages(),
          .columns = options.columns,
          .limit = options.maxFindings,
          .limitFlag = "--max-findings=0"};
}

static const Catalog &wholeCatalog() {
  static const Catalog catalog = fullCatalog();
  return catalog;
}

void addHelp(DiagnosticList &diagnostics) {
  std::map<const RuleInfo *, std::string> known;
  for (Diagnostic &finding : diagnostics.mutableAll()) {
    if (!finding.help.empty())
      continue;
    auto [help, isNew] = known.try_emplace(finding.rule);
    if (isNew)
      help->second = wholeCatalog().page(*finding.rule).help();
    finding.help = help->second;
  }
}

std::string renderResults(llvm::ArrayRef<BundleResult> results, const CommonOptions &options,
                          bool color, bool quiet) {
  std::string text;
  llvm::raw_string_ostream out(text);
  switch (options.format) {
  case OutputFormat::Text:
    if (options.isCounted)
      renderStatistics(results, out);
    else
      renderText(results, textStyle(options, color, quiet), out);
    break;
#define REPORT_FORMAT(NAME, WORD)                                                                  \
  case OutputFormat::NAME:                                                                         \
    render##NAME({results, wholeCatalog(), version(), quiet}, out);                                \
    break;
#include "agentc/Diagnostics/Formats.def"
#undef REPORT_FORMAT
  }
  return text;
}

std::string renderWaived(const BundleResult &result, size_t columns) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const Diagnostic &finding : result.diagnostics.all()) {
    if (!finding.waived)
      continue;
    const Waived &why = *finding.waived;
    std::string line = "waived when it was sealed: ";
    if (!finding.file.empty())
      line += finding.file + ": ";
    line += finding.message + " [" + finding.rule->id.str() + " " + finding.rule->name.str() +
            "]; " + waivedByName(why.by).str() + ": " + why.reason;
    if (!why.who.empty())
      line += ", " + why.who;
    if (!why.expires.empty())
      line += ", until " + why.expires;
    fillLine(out, columns, 4, escapeForTerminal(line));
  }
  return text;
}

std::string stepsFor(const CommonOptions &options, llvm::ArrayRef<BundleResult> results,
                     llvm::StringRef command) {
  if (options.format != OutputFormat::Text || options.quiet || options.isCounted)
    return "";
  return stepsAfter(results, {command, options.trust == Trust::Registry, options.waivers});
}

llvm::Error writeOutput(DriverEnv &env, const CommonOptions &options, llvm::StringRef text) {
  if (options.output)
    return writeFileAtomically(*options.output, text);
  env.out << text;
  return llvm::Error::success();
}

void printFindings(DriverEnv &env, const CommonOptions &options, const BundleResult &result) {
  renderText(result,
             {.color = options.errColor,
              .quiet = true,
              .pages = options.errLinks ? rulePageUri : RulePages(),
              .columns = options.errColumns},
             env.err);
}

} // namespace agentc
