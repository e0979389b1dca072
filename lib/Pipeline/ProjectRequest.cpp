#include "agentc/Pipeline/ProjectRequest.h"

#include "agentc/Pipeline/ProjectSettings.h"

namespace agentc {

namespace {

/// Returns a description of a stage's work, for the line that a terminal shows meanwhile.
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

llvm::Expected<PipelineRequest> makePipelineRequest(DriverEnv &env, const ReadingOptions &options,
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

} // namespace agentc
