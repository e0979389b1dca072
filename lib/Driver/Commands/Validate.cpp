#include "Allowances.h"
#include "Flags/BaselineFlags.h"
#include "Flags/LoadTestFlag.h"
#include "Reports/BundleReport.h"
#include "Reports/Dump.h"
#include "Subcommand.h"

#include "agentc/Calls/LoadTest.h"

namespace agentc {

namespace {

/// The flags that apply to each bundle that is validated.
struct ValidateFlags {
  CommonOptions options;
  BaselineFlags baselines;
  bool eachPlace = false;
  bool fixes = false;
};

llvm::Expected<BundleResult> validateBundle(DriverEnv &env, const ValidateFlags &flags,
                                            llvm::StringRef path, ToolProcess *sandbox) {
  const auto &[options, baselines, eachPlace, fixes] = flags;
  if (fixes)
    if (llvm::Error error = allowWhatIsAsked(env, options, path))
      return error;
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, options, path);
  if (!request)
    return request.takeError();
  request->loadTest = loadTester(sandbox);
  request->baseline = baselines.known ? &*baselines.known : nullptr;
  request->eachPlace = eachPlace;
  request->last = Stage::Plan;
  Compilation compilation;
  if (llvm::Error error = compile(*request, compilation))
    return error;
  return makeResult(compilation, path, options.failOn);
}

llvm::Expected<int> validateAll(DriverEnv &env, const ValidateFlags &flags,
                                llvm::ArrayRef<std::string> paths, ToolProcess *sandbox) {
  const CommonOptions &options = flags.options;
  const BaselineFlags &baselines = flags.baselines;
  std::vector<BundleResult> results;
  // One bundle that cannot be opened doesn't hide what the others have.
  llvm::Error failures = llvm::Error::success();
  for (const std::string &path : paths) {
    DriverEnv numbered = env;
    if (env.status && paths.size() > 1)
      numbered.status = [&env, which = std::to_string(&path - paths.begin() + 1) + " of " +
                                       std::to_string(paths.size()) + ": "](std::string text) {
        env.status(text.empty() ? text : which + text);
      };
    llvm::Expected<BundleResult> result = validateBundle(numbered, flags, path, sandbox);
    if (result)
      results.push_back(std::move(*result));
    else
      failures = llvm::joinErrors(std::move(failures), result.takeError());
  }
  if (baselines.newFile)
    failures = llvm::joinErrors(std::move(failures),
                                writeNewBaseline(*baselines.newFile, options.failOn, results));
  if (!results.empty())
    failures = llvm::joinErrors(
        std::move(failures),
        writeOutput(env, options,
                    renderResults(results, options, options.outColor, options.quiet) +
                        stepsFor(options, results)));
  if (failures)
    return failures;
  bool valid = llvm::all_of(results, [](const BundleResult &result) { return result.valid; });
  return valid ? ExitClean : ExitFindings;
}

llvm::Expected<int> validate(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<const Dump *> dump = readDump(arguments);
  if (!dump)
    return dump.takeError();
  if (*dump) {
    llvm::Expected<std::string> path = onlyInput(arguments, "bundle");
    if (!path)
      return path.takeError();
    llvm::Expected<PipelineRequest> request = makePipelineRequest(env, *options, *path);
    if (!request)
      return request.takeError();
    return dumpStage(env, *options, std::move(*request), **dump);
  }
  std::vector<std::string> paths = arguments.getAllArgValues(OPT_INPUT);
  if (paths.empty()) {
    llvm::Expected<std::string> here = onlyInput(arguments, "bundle");
    if (!here)
      return here.takeError();
    paths.push_back(std::move(*here));
  }
  llvm::Expected<BaselineFlags> baselines = readBaselineFlags(env, arguments);
  if (!baselines)
    return baselines.takeError();
  std::optional<ToolProcess> sandbox;
  if (llvm::Error error = startForLoadTest(arguments, sandbox))
    return error;
  return validateAll(env,
                     {std::move(*options), std::move(*baselines), arguments.hasArg(OPT_each_place),
                      arguments.hasArg(OPT_fix)},
                     paths, sandbox ? &*sandbox : nullptr);
}

} // namespace

const Subcommand validateSubcommand = {
    "validate",
    ForValidate,
    "[FLAGS] [BUNDLE...]",
    "checks bundles: structure, manifest, dangerous code, configuration, access, a load test",
    "  # before a bundle is accepted: everything, as a registry sees it\n"
    "  agentc validate --trust=registry my-agent.tgz\n"
    "  # several bundles, for a program\n"
    "  agentc validate --format=json --no-load-test my-agent/ other.zip\n"
    "  # allow what the code asks for, to be reviewed as any change of the manifest\n"
    "  agentc validate --fix my-agent/\n"
    "  # count only what is new from now on\n"
    "  agentc validate --write-baseline known.json my-agent/\n"
    "  agentc validate --baseline known.json my-agent/\n",
    validate,
    CommandGroup::Check,
    "a bundle has errors, or warnings that nobody approved; `--fail-on` says otherwise",
    Formats::Reports};

} // namespace agentc
