#include "Flags/RunOptions.h"
#include "Reports/BundleReport.h"
#include "Sharing/FetchedPackage.h"
#include "Subcommand.h"

#include "agentc/Calls/CallRequest.h"
#include "agentc/Calls/FileGrants.h"
#include "agentc/Calls/RunImages.h"
#include "agentc/Calls/SliceImage.h"
#include "agentc/Calls/StackFrames.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Support/PosixPath.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolProcess.h"
#include "agentc/ToolProtocol/ToolUse.h"

#include <nlohmann/json.hpp>
#include <set>

namespace agentc {

namespace {

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

/// Returns the grants that flags made by themselves, whatever the manifest and inference say.
Json flagsToJson(const RunOptions &flags) {
  Json json = {{"hosts", flags.hosts},
               {"env", flags.environment},
               {"modules", flags.modules},
               {"privateAddresses", flags.network.privateAddresses},
               {"resolve", flags.network.resolve}};
  for (const FileGrant &file : flags.files)
    json[file.writes ? "write" : "read"].push_back(file.path);
  if (flags.data)
    json["data"] = *flags.data;
  return json;
}

Json grantToJson(const GrantDecision &decision, const RunOptions &flags) {
  Json environment = Json::array();
  for (const Grant::Variable &variable : decision.grant.environment)
    environment.push_back(variable.name);
  Json json = {{"basis", basisName(decision.basis).str()},
               {"hosts", decision.grant.hosts},
               {"env", std::move(environment)},
               {"modules", decision.grant.modules},
               {"byFlags", flagsToJson(flags)}};
  for (const SecretGrant &secret : decision.grant.secrets)
    json["secrets"].push_back(secret.name);
  return json;
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
  size_t frames = stack.starts_with("    at ")
                      ? 0
                      : std::min(stack.find("\n    at "), stack.find("\n  [cause]: "));
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

/// Requests that failed, which a tool may keep to itself; of those that were denied, what allows
/// them. Each host once.
void printRequests(const ToolReport &report, llvm::raw_ostream &err) {
  std::set<std::string> told;
  for (const NetworkRequest &request : report.requests) {
    const NetworkHop &last = request.redirects.empty() ? request.first : request.redirects.back();
    const std::string host = escapeForTerminal(last.host);
    bool isDenied = request.outcome == NetworkRequest::Outcome::Denied;
    if ((!isDenied && request.outcome != NetworkRequest::Outcome::Failed) ||
        !told.insert(host + '\0' + request.code).second)
      continue;
    err << "agentc: note: ";
    if (isDenied && last.host.empty())
      err << "a request to `" << escapeForTerminal(last.url) << "` was denied\n";
    else if (isDenied)
      err << (request.redirects.empty() ? "a request to `" : "a redirect to `") << host
          << "` was denied; `--allow-host " << host
          << "` or `allowedHosts` of the manifest allows it\n";
    else
      err << "a request to `" << host << "` failed: " << escapeForTerminal(request.code) << '\n';
  }
}

/// Placeholders that left as they were: the server was asked with what is no key.
void printWithheld(const ToolReport &report, llvm::raw_ostream &err) {
  std::set<std::string> told;
  auto tell = [&](const NetworkHop &hop) {
    for (const std::string &name : hop.withheld)
      if (told.insert(name + '\0' + hop.host).second)
        err << "agentc: note: `" << escapeForTerminal(hop.host)
            << "` got a placeholder of the secret `" << escapeForTerminal(name)
            << "`; `secrets` of the manifest names the hosts and headers that get its value\n";
  };
  for (const NetworkRequest &request : report.requests) {
    tell(request.first);
    for (const NetworkHop &hop : request.redirects)
      tell(hop);
  }
}

/// Paths of the host that were not granted, which a tool may keep to itself.
void printFiles(const ToolReport &report, const Manifest &manifest, llvm::raw_ostream &err) {
  constexpr size_t most = 10;
  for (const std::string &path : llvm::ArrayRef(report.observed.files).take_front(most))
    if (posix::isWithin(path, sandbox::dataFolder))
      err << "agentc: note: `" << escapeForTerminal(path) << "` was denied; "
          << (manifest.data
                  ? "`--data FOLDER` lets"
                  : "`\"files\": {\"data\": \"10MB\"}` in the manifest and `--data FOLDER` let")
          << " the agent keep files\n";
    else
      err << "agentc: note: `" << escapeForTerminal(path) << "` was denied; `--allow-read "
          << escapeForTerminal(path) << "` allows reading it, `--allow-write` writing\n";
  for (const FileUse &use : report.files)
    if (use.code == "EROFS" || use.code == "EACCES" || use.code == "EPERM")
      err << "agentc: note: `" << use.operation << "` of `" << escapeForTerminal(use.path)
          << "` was denied (" << use.code << ")\n";
}

/// Prints the saved files for a person; with `--format=json` the report contains them.
void printSaved(const ToolReport &report, llvm::raw_ostream &err) {
  for (const SavedAsset &asset : report.assets)
    if (!asset.file.empty())
      err << "saved: " << asset.file << " (`" << escapeForTerminal(asset.filename) << "`, "
          << asset.size << " bytes)\n";
  for (const std::string &text : report.deliverables)
    if (std::optional<Json> deliverable = parseJson(text))
      err << "saved: " << escapeForTerminal(deliverable->value("id", "")) << " (`"
          << escapeForTerminal(deliverable->value("title", "")) << "`)\n";
}

/// The result of a call, together with the facts that agentc knew before.
struct Ending {
  const PreparedCall &call;
  const Manifest &manifest;
  ToolReport report;
  Json inferred;
  std::vector<AccessItem> missed;
};

llvm::Error printReport(DriverEnv &env, const CommonOptions &options, const RunOptions &flags,
                        const Ending &ending) {
  const ToolReport &report = ending.report;
  if (options.format == OutputFormat::Json || flags.streamEvents) {
    Json json = reportToJson(report, &ending.inferred);
    if (!ending.missed.empty())
      json["access"]["missed"] = missedToJson(ending.missed);
    json["granted"] = grantToJson(ending.call.grant, flags);
    return writeOutput(env, options,
                       flags.streamEvents ? printJson(json, /*indented=*/false) + "\n"
                                          : printJson(json));
  }
  if (!options.quiet) {
    printLogs(report, env.err);
    printSaved(report, env.err);
    printRequests(report, env.err);
    printWithheld(report, env.err);
    printFiles(report, ending.manifest, env.err);
  }
  printMissed(ending.missed, env.err);
  if (report.outcome != Outcome::Ok)
    printFailure(report, env.err);
  if (flags.toolUseId)
    return writeOutput(env, options, printJson(toolResultToJson(*flags.toolUseId, report)));
  if (report.outcome != Outcome::Ok)
    return llvm::Error::success();
  std::optional<Json> result = parseJson(report.result);
  return writeOutput(env, options,
                     result ? printJson(*result) : escapeForTerminal(report.result) + "\n");
}

/// Runs the call; one that must not be made has failed.
llvm::Expected<ToolReport> makeCall(DriverEnv &env, const PreparedCall &call,
                                    ToolProcess &sandbox) {
  if (call.fault) {
    ToolReport report;
    report.outcome = Outcome::InvalidInput;
    report.error = ToolError{"Error", *call.fault, ""};
    return report;
  }
  if (env.status)
    env.status("waiting for the call");
  return sandbox.call(call.request, [&](const CallEvent &event) {
    env.out << printJson(eventToJson("", event), /*indented=*/false) << '\n';
    env.out.flush();
  });
}

llvm::Expected<int> call(DriverEnv &env, const CommonOptions &options, const RunOptions &flags,
                         ToolProcess &sandbox, const Compilation &compilation,
                         const PreparedCall &call, const FileTree &sources) {
  llvm::Expected<ToolReport> report = makeCall(env, call, sandbox);
  if (!report)
    return report.takeError();
  // Taking its memory apart takes longer than printing the report.
  sandbox.abandon();
  if (report->error)
    report->error->stack = mapStack(report->error->stack, sources);
  Ending ending{call, *compilation.manifest, std::move(*report), {}, {}};
  if (call.access)
    ending.inferred = accessToJson(*call.access, compilation.bundle->files);
  ending.missed = missedBy(call, compilation, ending.report.observed);
  if (llvm::Error error = printReport(env, options, flags, ending))
    return error;
  return ending.report.outcome == Outcome::Ok && ending.missed.empty() ? ExitClean : ExitFindings;
}

llvm::Expected<int> explainSandbox(DriverEnv &env, const CommonOptions &options,
                                   const SandboxFlags &flags) {
  llvm::Expected<std::optional<std::string>> text = ToolProcess::explainSandbox(flags);
  if (!text)
    return text.takeError();
  if (!*text)
    return ExitUsage;
  if (llvm::Error error = writeOutput(env, options, **text))
    return error;
  return ExitClean;
}

/// Starts the sandbox of a bundle of that trust, in place of what was started, unless nothing will
/// be called.
llvm::Error startSandbox(Trust trust, const llvm::opt::InputArgList &arguments,
                         std::optional<ToolProcess> &sandbox) {
  if (arguments.hasArg(OPT_dump_stage))
    return llvm::Error::success();
  llvm::Expected<ToolProcess> started = ToolProcess::start(readSandboxFlags(trust, arguments));
  if (!started)
    return started.takeError();
  sandbox = std::move(*started);
  return llvm::Error::success();
}

llvm::Expected<int> runTool(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  if (arguments.hasArg(OPT_explain_sandbox))
    return explainSandbox(
        env, *options,
        readSandboxFlags(expectedTrust(*options, arguments.getLastArgValue(OPT_INPUT)), arguments));
  llvm::Expected<std::string> input = onlyInput(arguments, "bundle");
  if (!input)
    return input.takeError();
  llvm::Expected<std::optional<std::string>> local = localPath(env, arguments, *options, *input);
  if (!local)
    return local.takeError();
  if (!*local)
    return ExitFindings;
  const std::string &path = **local;
  // V8 gets ready while the bundle is read.
  std::optional<ToolProcess> sandbox;
  const Trust expected = expectedTrust(*options, path);
  if (llvm::Error error = startSandbox(expected, arguments, sandbox))
    return error;
  llvm::Expected<RunOptions> flags = readRunOptions(env, arguments);
  if (!flags)
    return flags.takeError();
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, *options, path);
  if (!request)
    return request.takeError();
  request->last = Stage::Infer;
  std::optional<Compilation> compilation;
  if (llvm::Error error = flags->slice ? compileErased(std::move(*request), compilation)
                                       : compile(*request, compilation.emplace()))
    return error;
  // an archive under a source's name, or changed since
  if (const auto &bundle = compilation->bundle; bundle && bundle->trust != expected)
    if (llvm::Error error = startSandbox(bundle->trust, arguments, sandbox))
      return error;
  std::optional<RunImage> image = makeCallableImage(env, *options, *compilation, path);
  if (!image)
    return ExitFindings;
  llvm::Expected<CallTarget> target =
      chooseTarget(*compilation->config, *compilation->manifest, flags->tool);
  if (!target) {
    // A broken manifest is why nothing can be called.
    printFindings(env, *options, makeResult(*compilation, path, Severity::Error));
    return target.takeError();
  }
  FileTree sources = compilation->bundle->files; // for stacks
  if (flags->slice) {
    llvm::Expected<SliceImage> slice = makeSliceImage(*compilation, target->id, std::move(*image));
    if (!slice)
      return slice.takeError();
    image = std::move(slice->image);
    for (const auto &[name, file] : slice->files.files())
      sources.share(name, file);
  }
  if (llvm::Error error = checkData(*compilation->manifest, flags->data)) {
    // One that is there and wrong is told by what was found in the manifest.
    printFindings(env, *options, makeResult(*compilation, path, Severity::Error));
    return error;
  }
  if (llvm::Error error = checkSecretNames(*flags, compilation->manifestSecrets))
    return error;
  if (llvm::Error error = checkSecrets(env, compilation->manifestSecrets, *flags))
    return error;
  PreparedCall prepared =
      prepareCall(env, *compilation, *target, *flags,
                  std::make_shared<RunImage>(imageFor(*compilation, *target, std::move(*image))));
  if (!sandbox) {
    // Printed lines are kept, and read by others.
    for (SecretGrant &secret : prepared.request.grant.secrets)
      secret.value.clear();
    std::string line = printJson(requestToJson(prepared.request), /*indented=*/false) + "\n";
    if (llvm::Error error = writeOutput(env, *options, line))
      return error;
    return ExitClean;
  }
  return call(env, *options, *flags, *sandbox, *compilation, prepared, sources);
}

} // namespace

const Subcommand runSubcommand = {
    "run",
    ForRun,
    "[FLAGS] [BUNDLE|REFERENCE]",
    "calls one tool, handler or agent of a bundle in the sandbox",
    "  agentc run my-agent/ --tool search --input '{\"query\": \"shoes\"}'\n"
    "  # a handler, with its input from a pipe\n"
    "  echo '{}' | agentc run handler.js --input -\n"
    "  # what the sandbox enforces on this machine\n"
    "  agentc run --explain-sandbox\n",
    runTool,
    CommandGroup::Run,
    "the call ended with anything but `ok`, or reached what was not inferred"};

} // namespace agentc
