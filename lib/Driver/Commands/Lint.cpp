#include "Flags/BaselineFlags.h"
#include "Reports/BundleReport.h"
#include "Subcommand.h"
#include "Terminal/CountedStatus.h"

#include "agentc/Lint/Cache.h"
#include "agentc/Lint/Run.h"
#include "agentc/Lint/Since.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Rules/Rules.h"
#include "agentc/Support/Parallel.h"
#include "agentc/Support/Suggestion.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"

namespace agentc {

namespace {

using Arguments = llvm::opt::InputArgList;

llvm::Expected<std::optional<RuleSelection>> readSelection(const Arguments &arguments) {
  if (!arguments.hasArg(OPT_rule))
    return std::nullopt;
  const Catalog &catalog = fullCatalog();
  RuleSelection selection;
  for (const std::string &name : arguments.getAllArgValues(OPT_rule)) {
    const RuleInfo *rule = catalog.find(name);
    if (!rule) {
      std::vector<std::string> known;
      for (const RuleInfo *info : catalog.rules())
        known.push_back(info->name.str());
      return usageError("there is no rule `" + escapeForTerminal(name) + "`" +
                        didYouMean(name, known));
    }
    selection.all.insert(rule);
  }
  for (const Rule *rule : allRules())
    if (selection.all.count(&rule->info))
      selection.rules.push_back(rule);
  return selection;
}

/// Checks all units; one that fails doesn't hide what the others have.
llvm::Error lintUnits(DriverEnv &env, const LintCheck &check, llvm::ArrayRef<LintUnit> units,
                      size_t jobs, std::vector<BundleResult> &results) {
  std::vector<std::optional<llvm::Expected<BundleResult>>> outcomes(units.size());
  // Several bundles are read at once: how many are done says more than what one of them is at.
  DriverEnv silent = env;
  silent.status = nullptr;
  CountedStatus status(env, "linting bundles", units.size());
  forEachInParallel(units.size(), jobs, [&](size_t i) {
    outcomes[i].emplace(lintUnit(silent, check, units[i]));
    status.oneIsDone();
  });
  llvm::Error failures = llvm::Error::success();
  for (std::optional<llvm::Expected<BundleResult>> &outcome : outcomes)
    if (*outcome)
      results.push_back(std::move(**outcome));
    else
      failures = llvm::joinErrors(std::move(failures), outcome->takeError());
  return failures;
}

/// Services that annotate files know them by their paths in the repository.
void nameRepository(LintCheck &check) {
  const std::string here = ownTarget(".").real, top = repositoryAround(here);
  llvm::StringRef below = here;
  if (!below.consume_front(top) || top == here)
    return;
  check.repository = top;
  check.workingPrefix = below.ltrim('/').str() + "/";
}

/// The sources that the arguments name; the working folder if they name none.
struct LintNames {
  std::vector<std::string> paths;
  std::optional<TypedSource> typed;
};

llvm::Expected<LintNames> readNames(DriverEnv &env, const CommonOptions &options,
                                    const Arguments &arguments) {
  LintNames names{arguments.getAllArgValues(OPT_INPUT), std::nullopt};
  if (names.paths.empty())
    names.paths = {"."};
  if (!llvm::is_contained(names.paths, "-"))
    return names;
  if (names.paths.size() > 1)
    return usageError("standard input is read alone, not together with files");
  if (arguments.hasArg(OPT_since))
    return usageError("`--since` compares files, not standard input");
  llvm::Expected<std::string> text = env.readStandardInput();
  if (!text)
    return text.takeError();
  names.typed = TypedSource{options.standardInputName, std::move(*text)};
  names.paths.clear();
  // In its place it means what its neighbours and the manifest make of it.
  if (llvm::sys::fs::exists(options.standardInputName))
    names.paths = {options.standardInputName};
  return names;
}

llvm::Expected<int> lint(DriverEnv &env, const Arguments &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  if (!arguments.hasArg(OPT_fail_on))
    options->failOn = Severity::Error;
  llvm::Expected<size_t> jobs = readJobs(arguments);
  if (!jobs)
    return jobs.takeError();
  llvm::Expected<BaselineFlags> baselines = readBaselineFlags(env, arguments);
  if (!baselines)
    return baselines.takeError();
  if (baselines->newFile && arguments.hasArg(OPT_since))
    return usageError("`--write-baseline` is for all findings, not for those since a revision");
  llvm::Expected<std::optional<RuleSelection>> selection = readSelection(arguments);
  if (!selection)
    return selection.takeError();
  llvm::Expected<LintNames> names = readNames(env, *options, arguments);
  if (!names)
    return names.takeError();
  llvm::Expected<LintTargets> targets = findLintTargets(names->paths);
  if (!targets)
    return targets.takeError();
  CachePlace place{arguments.hasArg(OPT_no_cache), std::nullopt, arguments.hasArg(OPT_quiet)};
  if (const llvm::opt::Arg *folder = arguments.getLastArg(OPT_cache_dir))
    place.folder = folder->getValue();
  llvm::Expected<std::optional<ResultCache>> cache = openLintCache(env, place, *targets);
  if (!cache)
    return cache.takeError();
  const LintReading reading{*options, arguments.hasArg(OPT_max_entries),
                            arguments.hasArg(OPT_include_tests), arguments.hasArg(OPT_no_ignore)};
  llvm::Expected<std::vector<LintUnit>> units = readLintUnits(env, reading, std::move(*targets));
  if (!units)
    return units.takeError();
  if (names->typed)
    if (llvm::Error error = putTyped(env, reading, *names->typed, *units))
      return error;
  if (const llvm::opt::Arg *revision = arguments.getLastArg(OPT_since)) {
    units = unitsSince(env, *options, revision->getValue(), std::move(*units));
    if (!units)
      return units.takeError();
  }
  LintCheck check{*options,
                  baselines->known ? &*baselines->known : nullptr,
                  std::move(*selection),
                  *cache ? &**cache : nullptr,
                  units->empty() ? 1 : std::max<size_t>(1, *jobs / units->size()),
                  units->size() == 1};
  nameRepository(check);
  std::vector<BundleResult> results;
  llvm::Error failures = lintUnits(env, check, *units, *jobs, results);
  if (baselines->newFile)
    failures = llvm::joinErrors(std::move(failures),
                                writeNewBaseline(*baselines->newFile, options->failOn, results));
  failures = llvm::joinErrors(
      std::move(failures),
      writeOutput(env, *options,
                  renderResults(results, *options, options->outColor, options->quiet) +
                      stepsFor(*options, results)));
  if (*cache)
    (*cache)->collectIfDue();
  if (failures)
    return failures;
  const bool valid = llvm::all_of(results, [](const BundleResult &result) { return result.valid; });
  return valid ? ExitClean : ExitFindings;
}

} // namespace

const Subcommand lintSubcommand = {
    "lint",
    ForLint,
    "[FLAGS] [PATH...]",
    "checks source trees as CI does: every bundle in them, by the same rules, without the sandbox",
    "  # the working folder\n"
    "  agentc lint\n"
    "  # how many findings each rule has\n"
    "  agentc lint --statistics\n"
    "  # of a pull request, what it brings\n"
    "  agentc lint --since origin/main --format=github .\n"
    "  agentc lint --format=sarif -o agentc.sarif agents/ tools/search.ts\n"
    "  agentc lint --rule eval-call --rule hardcoded-secret src/\n",
    lint,
    CommandGroup::Check,
    "a bundle has errors; `--fail-on` says otherwise",
    Formats::Reports};

} // namespace agentc
