#include "LintFlags.h"

#include "OptionIds.h"

#include "agentc/Pipeline/Catalog.h"
#include "agentc/Rules/Rules.h"
#include "agentc/Support/Suggestion.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"

namespace agentc {

using Arguments = llvm::opt::InputArgList;

namespace {

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

/// Refuses what does not go together.
llvm::Error checkCombinations(const LintFlags &flags, const Arguments &arguments) {
  if (flags.baselines.newFile && arguments.hasArg(OPT_since))
    return usageError("`--write-baseline` is for all findings, not for those since a revision");
  if ((flags.fixes || flags.watches) && flags.names.typed)
    return usageError("`--fix` and `--watch` are for files, not for standard input");
  if (flags.fixes && flags.options.trust == Trust::Registry)
    return usageError("`--fix` changes one's own sources, not a registry's");
  if (flags.watches && (flags.options.output || flags.baselines.newFile))
    return usageError("`--watch` prints each time anew, and writes no file");
  return llvm::Error::success();
}

} // namespace

llvm::Expected<LintFlags> readLintFlags(DriverEnv &env, const Arguments &arguments) {
  LintFlags flags;
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  flags.options = std::move(*options);
  if (!arguments.hasArg(OPT_fail_on))
    flags.options.failOn = Severity::Error;
  llvm::Expected<size_t> jobs = readJobs(arguments);
  if (!jobs)
    return jobs.takeError();
  flags.jobs = *jobs;
  llvm::Expected<BaselineFlags> baselines = readBaselineFlags(env, arguments);
  if (!baselines)
    return baselines.takeError();
  flags.baselines = std::move(*baselines);
  llvm::Expected<std::optional<RuleSelection>> selection = readSelection(arguments);
  if (!selection)
    return selection.takeError();
  flags.selection = std::move(*selection);
  llvm::Expected<LintNames> names = readNames(env, flags.options, arguments);
  if (!names)
    return names.takeError();
  flags.names = std::move(*names);
  flags.fixes = arguments.hasArg(OPT_fix);
  flags.watches = arguments.hasArg(OPT_watch);
  if (llvm::Error error = checkCombinations(flags, arguments))
    return error;
  return flags;
}

} // namespace agentc
