#include "BundleReport.h"
#include "CallTarget.h"
#include "DriverRules.h"
#include "RunImages.h"
#include "RunOptions.h"
#include "SliceImage.h"
#include "StackFrames.h"
#include "Subcommand.h"

#include "agentc/Analysis/InferenceMiss.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolProcess.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// `run` calls what can be read; whether it may be accepted is for `validate` to say.
bool preventsRun(const Diagnostic &diagnostic) {
  return diagnostic.severity == Severity::Error &&
         (llvm::is_contained(syntaxRules(), diagnostic.rule) ||
          llvm::is_contained(programRules(), diagnostic.rule) ||
          diagnostic.rule->name == "unsupported-syntax");
}

/// The image to run; std::nullopt after printing why there is none.
std::optional<RunImage> readImage(DriverEnv &env, const CommonOptions &options,
                                  Compilation &compilation, llvm::StringRef path) {
  std::optional<RunImage> image;
  if (compilation.access)
    image = makeRunImage(compilation, compilation.diagnostics);
  if (image && llvm::none_of(compilation.diagnostics.all(), preventsRun))
    return image;
  printFindings(env, options, makeResult(compilation, path, Severity::Error));
  env.err << "agentc: error: `" << escapeForTerminal(path) << "` cannot be run\n";
  return std::nullopt;
}

llvm::StringRef basisName(GrantBasis basis) {
  switch (basis) {
  case GrantBasis::Inferred:
    return "inferred";
  case GrantBasis::Manifest:
    return "manifest";
  case GrantBasis::Unanalyzed:
    return "unanalyzed";
  }
  llvm_unreachable("all bases are named");
}

Json grantToJson(const GrantDecision &decision) {
  Json environment = Json::array();
  for (const Grant::Variable &variable : decision.grant.environment)
    environment.push_back(variable.name);
  return {{"basis", basisName(decision.basis).str()},
          {"hosts", decision.grant.hosts},
          {"env", std::move(environment)},
          {"modules", decision.grant.modules}};
}

void printLogs(const ToolReport &report, llvm::raw_ostream &err) {
  for (const LogLine &line : report.logs)
    err << escapeForTerminal(line.level) << ": " << escapeForTerminal(line.text, true) << '\n';
}

void printFailure(const ToolReport &report, llvm::raw_ostream &err) {
  err << "agentc: error: the call ended with `" << outcomeName(report.outcome) << "`";
  if (!report.error) {
    err << '\n';
    return;
  }
  err << ": " << escapeForTerminal(report.error->name + ": " + report.error->message) << '\n';
  // The stack's first lines say the message again.
  llvm::StringRef stack = report.error->stack;
  size_t frames = stack.starts_with("    at ") ? 0 : stack.find("\n    at ");
  if (frames != llvm::StringRef::npos)
    err << escapeForTerminal(stack.drop_front(frames).ltrim('\n').rtrim(), true) << '\n';
}

Json missedToJson(llvm::ArrayRef<AccessItem> missed) {
  Json list = Json::array();
  for (const AccessItem &item : missed)
    list.push_back({{"kind", accessKindName(item.kind).str()}, {"name", item.name}});
  return list;
}

void printMissed(llvm::ArrayRef<AccessItem> missed, llvm::raw_ostream &err) {
  for (const AccessItem &item : missed)
    err << "agentc: error: the call reached `" << escapeForTerminal(item.name) << "` ("
        << accessKindName(item.kind)
        << "), which was not inferred; please report this defect of agentc [" << inferenceMiss.id
        << ' ' << inferenceMiss.name << "]\n";
}

llvm::Error printReport(DriverEnv &env, const CommonOptions &options, const ToolReport &report,
                        const GrantDecision &grant, const Json &inferred,
                        llvm::ArrayRef<AccessItem> missed) {
  if (options.format == OutputFormat::Json) {
    Json json = reportToJson(report, &inferred);
    if (!missed.empty())
      json["access"]["missed"] = missedToJson(missed);
    json["granted"] = grantToJson(grant);
    return writeOutput(env, options, printJson(json));
  }
  if (!options.quiet)
    printLogs(report, env.err);
  printMissed(missed, env.err);
  if (report.outcome != Outcome::Ok) {
    printFailure(report, env.err);
    return llvm::Error::success();
  }
  std::optional<Json> result = parseJson(report.result);
  return writeOutput(env, options,
                     result ? printJson(*result) : escapeForTerminal(report.result) + "\n");
}

llvm::Expected<int> call(DriverEnv &env, const CommonOptions &options, const RunOptions &flags,
                         ToolProcess &sandbox, const Compilation &compilation,
                         const CallTarget &target, RunImage image) {
  FileTree sources = compilation.bundle->files; // for stacks
  if (flags.slice) {
    llvm::Expected<SliceImage> slice = makeSliceImage(compilation, target.id, std::move(image));
    if (!slice)
      return slice.takeError();
    image = std::move(slice->image);
    for (const auto &[path, file] : slice->files.files())
      sources.share(path, file);
  }
  const Manifest &manifest = *compilation.manifest;
  const ToolAccess *access = compilation.access->find(target.id);
  GrantDecision grant = decideGrant(env, manifest, access, compilation.access->topLevel, flags);

  ToolRequest request;
  request.id = "1";
  request.image = std::move(image);
  request.tool = target.id;
  request.input = flags.input;
  request.context = flags.context;
  if (request.context.config.empty())
    request.context.config = manifestConfig(manifest, request.image.style);
  request.grant = grant.grant;
  request.limits = manifestLimits(manifest);
  request.limits.wallMs = flags.wallMs.value_or(request.limits.wallMs);
  request.limits.cpuMs = flags.cpuMs.value_or(request.limits.cpuMs);
  request.limits.memoryBytes = flags.memoryBytes.value_or(request.limits.memoryBytes);
  llvm::Expected<ToolReport> report = sandbox.call(request);
  if (!report)
    return report.takeError();
  if (report->error)
    report->error->stack = mapStack(report->error->stack, sources);
  Json inferred = access ? accessToJson(*access, compilation.bundle->files) : Json();
  std::vector<AccessItem> missed;
  if (access)
    missed = missedByInference(*access, compilation.access->topLevel, report->observed);
  if (llvm::Error error = printReport(env, options, *report, grant, inferred, missed))
    return error;
  return report->outcome == Outcome::Ok && missed.empty() ? ExitClean : ExitFindings;
}

llvm::Expected<SandboxFlags> readSandboxFlags(const llvm::opt::InputArgList &arguments) {
  SandboxFlags flags;
  flags.jitless = arguments.hasArg(OPT_jitless);
  if (const llvm::opt::Arg *argument = arguments.getLastArg(OPT_require_sandbox)) {
    if (llvm::StringRef(argument->getValue()) != "full")
      return usageError("`--require-sandbox` is `" + escapeForTerminal(argument->getValue()) +
                        "`; it can be `full`");
    flags.requireFull = true;
  }
  return flags;
}

llvm::Expected<int> explainSandbox(DriverEnv &env, const CommonOptions &options,
                                   SandboxFlags flags) {
  llvm::Expected<std::optional<std::string>> text = ToolProcess::explainSandbox(flags);
  if (!text)
    return text.takeError();
  if (!*text)
    return ExitUsage;
  if (llvm::Error error = writeOutput(env, options, **text))
    return error;
  return ExitClean;
}

llvm::Expected<int> run(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<SandboxFlags> sandboxFlags = readSandboxFlags(arguments);
  if (!sandboxFlags)
    return sandboxFlags.takeError();
  if (arguments.hasArg(OPT_explain_sandbox))
    return explainSandbox(env, *options, *sandboxFlags);
  llvm::Expected<std::string> path = onlyInput(arguments, "bundle");
  if (!path)
    return path.takeError();
  // V8 gets ready while the bundle is read.
  llvm::Expected<ToolProcess> sandbox = ToolProcess::start(*sandboxFlags);
  if (!sandbox)
    return sandbox.takeError();
  llvm::Expected<RunOptions> flags = readRunOptions(env, arguments);
  if (!flags)
    return flags.takeError();
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, *options, *path);
  if (!request)
    return request.takeError();
  request->last = Stage::Infer;
  std::optional<Compilation> compilation;
  if (llvm::Error error = flags->slice ? compileErased(std::move(*request), compilation)
                                       : compile(*request, compilation.emplace()))
    return error;
  std::optional<RunImage> image = readImage(env, *options, *compilation, *path);
  if (!image)
    return ExitFindings;
  llvm::Expected<CallTarget> target =
      chooseTarget(*compilation->config, *compilation->manifest, flags->tool);
  if (!target) {
    // A broken manifest is why nothing can be called.
    printFindings(env, *options, makeResult(*compilation, *path, Severity::Error));
    return target.takeError();
  }
  return call(env, *options, *flags, *sandbox, *compilation, *target, std::move(*image));
}

} // namespace

const Subcommand runSubcommand = {
    "run",
    ForRun,
    "[FLAGS] BUNDLE",
    "calls one tool or handler of a bundle in the sandbox",
    "  agentc run my-agent/ --tool search --input '{\"query\": \"shoes\"}'\n"
    "  echo '{}' | agentc run handler.js --input -\n",
    run};

} // namespace agentc
