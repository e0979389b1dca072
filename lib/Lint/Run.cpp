#include "ProgramBuildId.h"
#include "Record.h"
#include "SandboxNotes.h"

#include "agentc/Cache/ContentKey.h"
#include "agentc/Lint/Run.h"
#include "agentc/Lint/Since.h"
#include "agentc/Pipeline/BundleFindings.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Support/Parallel.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <mutex>

namespace agentc {

namespace {

/// The file that a relative import means, as TypeScript and bundlers look for it.
bool isImportable(const std::string &target) {
  for (const char *ending : {"", ".js", ".ts", ".tsx", ".jsx", ".mjs", ".mts", ".cjs", ".cts",
                             ".json", "/index.js", "/index.ts"})
    if (llvm::sys::fs::is_regular_file(target + ending))
      return true;
  llvm::StringRef stem = target;
  return (stem.consume_back(".js") && (llvm::sys::fs::is_regular_file(stem + ".ts") ||
                                       llvm::sys::fs::is_regular_file(stem + ".tsx"))) ||
         (stem.consume_back(".mjs") && llvm::sys::fs::is_regular_file(stem + ".mts"));
}

/// Lowers findings about imported files that exist elsewhere in the repository, since a build
/// can put them into the bundle. The finding about a file that doesn't exist at all keeps its
/// severity.
void lowerImportsOfRepository(const LintUnit &unit, BundleResult &result) {
  if (!unit.bundle || unit.bundle->form != BundleForm::Folder ||
      unit.bundle->trust != Trust::Author)
    return;
  const std::string repository = repositoryAround(unit.real);
  for (Diagnostic &finding : result.diagnostics.mutableAll()) {
    if (finding.missingFile.empty() || finding.waived)
      continue;
    llvm::SmallString<256> target(unit.real);
    llvm::sys::path::append(target, finding.missingFile);
    llvm::sys::path::remove_dots(target, /*remove_dot_dot=*/true);
    if (!isBelow(target, repository) || !isImportable(target.str().str()))
      continue;
    lowerTo(finding, Severity::Note);
    finding.help = "the file stands elsewhere in the repository; a build has to put it there";
  }
}

/// Keeps the findings of the selected rules, and errors that prevent reading a bundle: the
/// rules saw nothing of it.
void keepSelected(const RuleSelection &selection, DiagnosticList &diagnostics) {
  llvm::erase_if(diagnostics.mutableAll(), [&](const Diagnostic &finding) {
    return !selection.all.count(finding.rule) && finding.severity != Severity::Error;
  });
}

void keepPaths(llvm::ArrayRef<std::string> only, DiagnosticList &diagnostics) {
  llvm::erase_if(diagnostics.mutableAll(), [&](const Diagnostic &finding) {
    return llvm::none_of(only, [&](llvm::StringRef path) {
      return !finding.file.empty() && isBelow(finding.file, path);
    });
  });
}

/// The inputs of a unit's findings, except for its files.
struct UnitInputs {
  PipelineRequest request; ///< with `opened`, if anything could be
  DiagnosticList reading;
  std::string key;  ///< empty where there is no cache
  FileTree outside; ///< settings and waivers, read for the key
};

/// Everything that a finding can depend on is in the key.
llvm::Error makeKey(const DriverEnv &env, const LintCheck &how, const LintUnit &unit,
                    UnitInputs &inputs) {
  const Bundle &bundle = inputs.request.opened->bundle;
  DiagnosticList ignored; // the check reports it
  llvm::Expected<Settings> settings = inputs.request.findSettings(bundle, inputs.outside, ignored);
  if (!settings)
    return settings.takeError();
  llvm::Expected<Waivers> waivers =
      inputs.request.findWaivers(bundle, *settings, inputs.outside, ignored);
  if (!waivers)
    return waivers.takeError();
  ContentKey key;
  key.add(programBuildId());
  for (uint64_t flag :
       {static_cast<uint64_t>(bundle.trust), static_cast<uint64_t>(bundle.form),
        static_cast<uint64_t>(bundle.isSourceTree), static_cast<uint64_t>(bundle.leavesTestsOut),
        static_cast<uint64_t>(unit.isAgent), static_cast<uint64_t>(unit.isOneSet)})
    key.add(flag);
  LintRecord reading;
  reading.diagnostics = inputs.reading;
  for (const auto &[path, why] : inputs.request.opened->unread)
    reading.diagnostics.mutableAll().push_back(why);
  key.add(writeRecord(reading));
  key.add(bundle.files, how.threads);
  key.add(settings->file);
  key.add(waivers->file);
  key.add(inputs.outside, 1);
  // Only waivers know what day it is.
  key.add(waivers->findings.empty() && waivers->dependencies.empty() ? "" : env.today);
  key.add(how.baseline ? unit.path + "\n" + printBaseline(*how.baseline) : "");
  key.add(how.selection ? how.selection->rules.size() + 1 : 0);
  if (how.selection)
    for (const Rule *rule : how.selection->rules)
      key.add(rule->info.id);
  inputs.key = key.hex();
  return llvm::Error::success();
}

llvm::Error openUnit(const LintUnit &unit, UnitInputs &inputs) {
  if (!unit.isOneSet) {
    inputs.reading = unit.reading;
    inputs.request.opened = OpenedBundle{*unit.bundle, nullptr, {}};
    return llvm::Error::success();
  }
  llvm::Expected<std::optional<OpenedBundle>> opened =
      openWithPackages(inputs.request.bundle, inputs.reading);
  if (!opened)
    return opened.takeError();
  inputs.request.opened = std::move(*opened);
  if (!inputs.request.opened)
    return llvm::Error::success();
  if (unit.held && unit.bundle->form == BundleForm::Folder) {
    Bundle &bundle = inputs.request.opened->bundle;
    bundle.files = withHeld(bundle.files, unit.real, *unit.held);
  }
  if (inputs.request.opened->installed)
    inputs.request.opened->installed->remember();
  return llvm::Error::success();
}

llvm::Expected<UnitInputs> inputsOf(DriverEnv &env, const LintCheck &how, const LintUnit &unit) {
  UnitInputs inputs;
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, how.options, unit.path);
  if (!request)
    return request.takeError();
  inputs.request = std::move(*request);
  if (llvm::Error error = openUnit(unit, inputs))
    return error;
  inputs.request.isAgent = unit.isAgent;
  inputs.request.isUnbuilt = unit.isOneSet;
  inputs.request.baseline = how.baseline;
  if (how.selection)
    inputs.request.rules = how.selection->rules;
  inputs.request.last = unit.hasSources ? Stage::Check : Stage::Open;
  if (how.cache && unit.hasSources && inputs.request.opened)
    if (llvm::Error error = makeKey(env, how, unit, inputs))
      return error;
  return inputs;
}

/// Findings quote lines of files, also of installed ones.
void addQuoted(const DiagnosticList &findings, InstalledPackages &installed, FileTree &files) {
  auto add = [&](const std::string &path) {
    if (!llvm::StringRef(path).contains("node_modules/") || files.find(path))
      return;
    if (std::optional<std::string> bytes = installed.read(path))
      files.add(path, std::move(*bytes));
  };
  for (const Diagnostic &finding : findings.all()) {
    add(finding.file);
    for (const DiagnosticNote &note : finding.notes)
      add(note.file);
  }
}

std::optional<BundleResult> findResult(const LintCheck &how, const LintUnit &unit,
                                       const UnitInputs &inputs) {
  if (inputs.key.empty())
    return std::nullopt;
  const Catalog &catalog = fullCatalog();
  std::optional<std::string> bytes = how.cache->find(inputs.key);
  std::optional<LintRecord> record = bytes ? readRecord(*bytes, catalog) : std::nullopt;
  if (!record)
    return std::nullopt;
  const OpenedBundle &opened = *inputs.request.opened;
  Compilation read; // nothing but what was read
  read.bundle = opened.bundle;
  if (opened.installed) {
    const std::unique_ptr<InstalledPackages> installed = opened.installed->fresh();
    if (!installed->answersAlike(record->answers))
      return std::nullopt;
    addQuoted(record->diagnostics, *installed, read.bundle->files);
  }
  read.outside = inputs.outside;
  read.secrets = std::move(record->secrets);
  BundleResult result = makeResult(read, unit.path, how.options.failOn);
  result.name = std::move(record->name);
  result.version = std::move(record->version);
  result.digest = std::move(record->digest);
  result.coverage = record->coverage;
  result.diagnostics = std::move(record->diagnostics);
  return result;
}

std::vector<InstalledPackages::Answer> answersOf(const UnitInputs &inputs) {
  const std::shared_ptr<InstalledPackages> &installed = inputs.request.opened->installed;
  return installed ? installed->answers() : std::vector<InstalledPackages::Answer>();
}

/// Giving trees and values back piece by piece takes longer than some stages do.
void keepToTheEnd(std::unique_ptr<Compilation> read) {
  static std::mutex mutex;
  static auto &kept = *new std::vector<std::unique_ptr<Compilation>>();
  std::lock_guard lock(mutex);
  kept.push_back(std::move(read));
}

llvm::Expected<BundleResult> checkUnit(DriverEnv &env, const LintCheck &how, const LintUnit &unit) {
  auto owned = std::make_unique<Compilation>();
  Compilation &compilation = *owned;
  compilation.diagnostics = unit.reading;
  if (!unit.bundle)
    return makeResult(compilation, unit.path, how.options.failOn);
  llvm::Expected<UnitInputs> inputs = inputsOf(env, how, unit);
  if (!inputs)
    return inputs.takeError();
  compilation.diagnostics = inputs->reading;
  if (!inputs->request.opened)
    return makeResult(compilation, unit.path, how.options.failOn);
  if (std::optional<BundleResult> known = findResult(how, unit, *inputs))
    return std::move(*known);
  if (llvm::Error error = compile(inputs->request, compilation))
    return error;
  BundleResult result = makeResult(compilation, unit.path, how.options.failOn);
  if (how.onCompiled)
    how.onCompiled(unit, compilation);
  if (!inputs->key.empty())
    how.cache->add(inputs->key, writeRecord({result.name, result.version, result.digest,
                                             result.coverage, result.diagnostics,
                                             std::move(compilation.secrets), answersOf(*inputs)}));
  if (how.keepsRead)
    keepToTheEnd(std::move(owned));
  return result;
}

/// Returns the text of a finding and of its line, by which it is recognized in a file of
/// another name.
std::string saying(const BundleResult &result, const Diagnostic &finding) {
  const File *file = finding.range ? result.files.find(finding.file) : nullptr;
  llvm::StringRef line;
  if (file && finding.range->begin < file->bytes.size()) {
    llvm::StringRef bytes = file->bytes;
    const size_t begin = bytes.take_front(finding.range->begin).rfind('\n') + 1;
    line = bytes.substr(begin).split('\n').first.trim();
  }
  return finding.rule->id.str() + '\0' + finding.message + '\0' + line.str();
}

/// A finding that was there before, no less severe, is not new.
void markKnown(const LintUnit &unit, const BundleResult &before, BundleResult &now) {
  std::map<std::pair<const RuleInfo *, llvm::StringRef>, Severity> known;
  std::map<std::pair<std::string, std::string>, Severity> knownByText;
  for (const Diagnostic &finding : before.diagnostics.all()) {
    if (finding.waived)
      continue;
    auto keep = [&](auto place) { place->second = std::max(place->second, finding.severity); };
    keep(known.try_emplace({finding.rule, finding.fingerprint}, finding.severity).first);
    if (!unit.renamed.empty())
      keep(
          knownByText.try_emplace({finding.file, saying(before, finding)}, finding.severity).first);
  }
  for (Diagnostic &finding : now.diagnostics.mutableAll()) {
    std::optional<Severity> then;
    if (auto place = known.find({finding.rule, finding.fingerprint}); place != known.end())
      then = place->second;
    else if (auto old = unit.renamed.find(finding.file); old != unit.renamed.end())
      if (auto same = knownByText.find({old->second, saying(now, finding)});
          same != knownByText.end())
        then = same->second;
    if (!finding.waived && then && *then >= finding.severity)
      finding.waived = Waived{WaivedBy::Baseline, {}, {}, {}, {}};
  }
}

} // namespace

llvm::Expected<BundleResult> lintUnit(DriverEnv &env, const LintCheck &how, const LintUnit &unit) {
  std::optional<llvm::Expected<BundleResult>> now, before;
  forEachInParallel(unit.earlier ? 2 : 1, how.threads, [&](size_t i) {
    if (i == 0)
      now.emplace(checkUnit(env, how, unit));
    else
      before.emplace(checkUnit(unit.earlier->env, how, unit.earlier->unit));
  });
  if (before && !*before)
    return *now ? before->takeError() : llvm::joinErrors(now->takeError(), before->takeError());
  llvm::Expected<BundleResult> &result = *now;
  if (!result)
    return result.takeError();
  lowerImportsOfRepository(unit, *result);
  if (before)
    markKnown(unit, **before, *result);
  if (how.selection)
    keepSelected(*how.selection, result->diagnostics);
  if (!unit.only.empty())
    keepPaths(unit.only, result->diagnostics);
  if (unit.bundle && unit.bundle->isSourceTree && !unit.isAgent && !how.selection)
    gatherSandboxNotes(unit.bundle->files, result->diagnostics);
  if (!how.repository.empty()) {
    result->workingFolder = how.repository;
    result->workingPrefix = how.workingPrefix;
  }
  result->valid = unit.bundle && !hasFindings(result->diagnostics, how.options.failOn);
  return std::move(*result);
}

} // namespace agentc
