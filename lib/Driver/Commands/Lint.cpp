#include "Flags/LintFlags.h"
#include "Reports/BundleReport.h"
#include "Subcommand.h"
#include "Terminal/CountedStatus.h"

#include "agentc/Lint/Cache.h"
#include "agentc/Lint/Fixes.h"
#include "agentc/Lint/Run.h"
#include "agentc/Lint/Since.h"
#include "agentc/Lint/Watch.h"
#include "agentc/Support/Parallel.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace agentc {

namespace {

using Arguments = llvm::opt::InputArgList;

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

llvm::Expected<std::optional<ResultCache>> openCache(DriverEnv &env, const Arguments &arguments,
                                                     const LintTargets &targets) {
  CachePlace place{arguments.hasArg(OPT_no_cache), std::nullopt, arguments.hasArg(OPT_quiet)};
  if (const llvm::opt::Arg *folder = arguments.getLastArg(OPT_cache_dir))
    place.folder = folder->getValue();
  return openLintCache(env, place, targets);
}

/// The units that were read, and their findings.
struct LintRound {
  std::vector<LintUnit> units;
  std::vector<BundleResult> results;
};

llvm::Expected<std::vector<LintUnit>> readUnits(DriverEnv &env, const Arguments &arguments,
                                                const LintFlags &flags, LintTargets targets) {
  const LintReading reading{flags.options, arguments.hasArg(OPT_max_entries),
                            arguments.hasArg(OPT_include_tests), arguments.hasArg(OPT_no_ignore)};
  llvm::Expected<std::vector<LintUnit>> units = readLintUnits(env, reading, std::move(targets));
  if (!units)
    return units.takeError();
  if (flags.names.typed)
    if (llvm::Error error = putTyped(env, reading, *flags.names.typed, *units))
      return error;
  if (const llvm::opt::Arg *revision = arguments.getLastArg(OPT_since))
    return unitsSince(env, flags.options, revision->getValue(), std::move(*units));
  return units;
}

/// Reads and checks what was named. Units that fail are joined to `failures`.
llvm::Expected<LintRound> checkOnce(DriverEnv &env, const Arguments &arguments,
                                    const LintFlags &flags, llvm::Error &failures) {
  llvm::Expected<LintTargets> targets = findLintTargets(flags.names.paths);
  if (!targets)
    return targets.takeError();
  llvm::Expected<std::optional<ResultCache>> cache = openCache(env, arguments, *targets);
  if (!cache)
    return cache.takeError();
  llvm::Expected<std::vector<LintUnit>> units =
      readUnits(env, arguments, flags, std::move(*targets));
  if (!units)
    return units.takeError();
  LintCheck check{flags.options,
                  flags.baselines.known ? &*flags.baselines.known : nullptr,
                  flags.selection,
                  *cache ? &**cache : nullptr,
                  units->empty() ? 1 : std::max<size_t>(1, flags.jobs / units->size()),
                  units->size() == 1 && !flags.watches && !flags.fixes};
  nameRepository(check);
  LintRound round;
  failures = llvm::joinErrors(std::move(failures),
                              lintUnits(env, check, *units, flags.jobs, round.results));
  round.units = std::move(*units);
  if (*cache)
    (*cache)->collectIfDue();
  return round;
}

/// Mends what can be, and checks again, until nothing is left to mend. A fix may lay another one
/// open, each takes something away, and so many rounds are enough for what people write.
llvm::Error mend(DriverEnv &env, const Arguments &arguments, const LintFlags &flags,
                 LintRound &round) {
  constexpr unsigned maxRounds = 16;
  llvm::raw_ostream &out = flags.options.format == OutputFormat::Text ? env.out : env.err;
  for (unsigned i = 0; i < maxRounds; ++i) {
    llvm::Expected<std::vector<FixedFile>> fixed = applyCertainFixes(round.units, round.results);
    if (!fixed)
      return fixed.takeError();
    if (fixed->empty())
      return llvm::Error::success();
    for (const FixedFile &file : *fixed)
      for (const std::string &title : file.titles)
        if (!flags.options.quiet)
          out << escapeForTerminal(file.path) << ": " << escapeForTerminal(title) << '\n';
    llvm::Error failures = llvm::Error::success();
    llvm::Expected<LintRound> next = checkOnce(env, arguments, flags, failures);
    if (!next)
      return llvm::joinErrors(std::move(failures), next.takeError());
    round = std::move(*next);
    if (failures)
      return failures;
  }
  return llvm::Error::success();
}

/// One text for all bytes that were read.
std::string digestOf(llvm::ArrayRef<LintUnit> units) {
  llvm::SHA256 digest;
  for (const LintUnit &unit : units) {
    digest.update(unit.path + '\0');
    if (!unit.bundle)
      continue;
    for (const auto &[name, file] : unit.bundle->files.files()) {
      digest.update(name + '\0' + std::to_string(file->bytes.size()) + '\0');
      digest.update(file->bytes);
    }
  }
  return llvm::toHex(digest.final());
}

/// The text that `--watch` printed last, and of which sources.
struct Told {
  std::string digest, text;

  bool operator==(const Told &other) const = default;
};

/// Prints what is found, where `told` is given only what is not told yet.
llvm::Expected<int> lintOnce(DriverEnv &env, const Arguments &arguments, const LintFlags &flags,
                             std::optional<Told> *told = nullptr) {
  const CommonOptions &options = flags.options;
  llvm::Error failures = llvm::Error::success();
  llvm::Expected<LintRound> round = checkOnce(env, arguments, flags, failures);
  if (!round)
    return llvm::joinErrors(std::move(failures), round.takeError());
  if (flags.fixes)
    failures = llvm::joinErrors(std::move(failures), mend(env, arguments, flags, *round));
  std::vector<BundleResult> &results = round->results;
  if (flags.baselines.newFile)
    failures = llvm::joinErrors(
        std::move(failures), writeNewBaseline(*flags.baselines.newFile, options.failOn, results));
  std::string text =
      renderResults(results, options, options.outColor, options.quiet) + stepsFor(options, results);
  std::optional<Told> now;
  if (told)
    now = Told{digestOf(round->units), text};
  if (!told || now != *told)
    failures = llvm::joinErrors(std::move(failures), writeOutput(env, options, text));
  if (failures)
    return failures;
  if (told)
    *told = std::move(now);
  const bool valid = llvm::all_of(results, [](const BundleResult &result) { return result.valid; });
  return valid ? ExitClean : ExitFindings;
}

/// Checks at each change, until the process is ended. What is wrong for a moment, as a file that is
/// being replaced, ends nothing; what cannot be checked to begin with does.
llvm::Expected<int> lintAlways(DriverEnv &env, const Arguments &arguments, const LintFlags &flags) {
  std::optional<Told> told;
  bool isFirst = true;
  while (true) {
    llvm::Expected<TreeWatch> watch = TreeWatch::start(flags.names.paths);
    if (!watch)
      return watch.takeError();
    const std::optional<Told> before = told;
    llvm::Expected<int> code = lintOnce(env, arguments, flags, &told);
    if (!code && isFirst)
      return code;
    if (!code) {
      env.err << "agentc: error: " << llvm::toString(code.takeError()) << '\n';
      env.err.flush();
      told.reset();
    }
    isFirst = false;
    const bool isNew = !told || told != before;
    if (isNew && flags.options.format == OutputFormat::Text && !flags.options.quiet)
      env.out << "watching for changes; Ctrl-C ends\n";
    env.out.flush();
    watch->wait();
  }
}

llvm::Expected<int> lint(DriverEnv &env, const Arguments &arguments) {
  llvm::Expected<LintFlags> flags = readLintFlags(env, arguments);
  if (!flags)
    return flags.takeError();
  return flags->watches ? lintAlways(env, arguments, *flags) : lintOnce(env, arguments, *flags);
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
    "  agentc lint --rule eval-call --rule hardcoded-secret src/\n"
    "  # take away what does nothing: suppressions and allowances that are not used\n"
    "  agentc lint --fix\n",
    lint,
    CommandGroup::Check,
    "a bundle has errors; `--fail-on` says otherwise",
    Formats::Reports};

} // namespace agentc
