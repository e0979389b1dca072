#include "BundleReport.h"
#include "Subcommand.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

llvm::Expected<int> extractConfig(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<std::string> path = onlyInput(arguments, "bundle");
  if (!path)
    return path.takeError();
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, *options, *path);
  if (!request)
    return request.takeError();
  request->last = Stage::Infer;
  Compilation compilation;
  if (llvm::Error error = compile(*request, compilation))
    return error;
  printFindings(env, *options, makeResult(compilation, *path, Severity::Error));
  bool failed = compilation.diagnostics.has(Severity::Error);
  // What can't be opened has no configuration, not an empty one.
  if (!compilation.access)
    return ExitFindings;

  const AgentConfig &config = *compilation.config;
  if (arguments.hasArg(OPT_strict) && !config.unresolved.empty()) {
    env.err << "agentc: error: " << config.unresolved.size()
            << " fields could not be determined; `unresolved` lists them\n";
    failed = true;
  }
  // Whoever reads a file later doesn't see the exit code.
  if (failed && options->output)
    return ExitFindings;
  Json json = configToJson(config, *compilation.access, compilation.bundle->files,
                           arguments.hasArg(OPT_plain));
  if (llvm::Error error = writeOutput(env, *options, printJson(json)))
    return error;
  return failed ? ExitFindings : ExitClean;
}

} // namespace

const Subcommand extractConfigSubcommand = {
    "extract-config",
    ForExtract,
    "[FLAGS] BUNDLE",
    "prints a bundle's agents and tools as JSON, without running it",
    "  agentc extract-config my-agent/\n"
    "  agentc extract-config --plain --strict -o config.json my-agent.zip\n",
    extractConfig};

} // namespace agentc
