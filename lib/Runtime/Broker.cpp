#include "agentc/Runtime/Broker.h"

#include "SchemaCheck.h"
#include "Serve.h"
#include "Walls.h"
#include "Watch.h"

#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace agentc {

/// How long a process may take to copy itself, on a machine under load.
static constexpr std::chrono::milliseconds forkPatience(20000);

static llvm::Error machineFailed(const char *what) {
  return llvm::createStringError(std::error_code(errno, std::generic_category()), "%s", what);
}

/// The zygote, and the package process of the last image.
class Broker::Processes {
public:
  explicit Processes(SandboxOptions options) : options_(std::move(options)) {
    platform_.onEvent = options_.onEvent;
  }
  llvm::Error start();
  llvm::Error keepSaved() {
    return options_.out.empty() ? llvm::Error::success() : platform_.keepIn(options_.out);
  }
  llvm::Expected<ToolReport> run(const ToolRequest &request);

private:
  llvm::Error answer(const ToolRequest &request, Watch &watch, ToolReport &report);
  llvm::Expected<GuestProcess> forkZygote();
  void dropPackage() {
    ended_ = GuestProcess();
    package_ = GuestProcess();
  }
  bool load(const ToolRequest &request, Watch &watch, ToolReport &report);

  SandboxOptions options_;
  Platform platform_;
  GuestProcess zygote_;
  GuestProcess package_;
  std::string packageKey_;
  unsigned callsOfPackage_ = 0;
  /// The last call's process, killed and not yet waited for; of the package's group.
  GuestProcess ended_;
};

llvm::Error Broker::Processes::start() {
  Channel ours, theirs;
  if (!Channel::makePair(ours, theirs))
    return machineFailed("no channel for the sandbox");
  int broker = getpid();
  pid_t pid = fork();
  if (pid < 0)
    return machineFailed("no process for the sandbox");
  if (pid == 0)
    serve(std::move(theirs), broker, options_.jitless);
  zygote_ = GuestProcess(pid, std::move(ours));
  // Apart from the terminal's signals, which end the broker: it is the zygote that cleans up then.
  if (!zygote_.lead())
    return machineFailed("no process group for the sandbox");
  return llvm::Error::success();
}

llvm::Expected<GuestProcess> Broker::Processes::forkZygote() {
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (!zygote_.running())
      if (llvm::Error error = start())
        return error;
    if (std::optional<GuestProcess> child = zygote_.takeCopy(forkPatience))
      if (child->lead() && zygote_.channel().send(FrameKind::Guard, std::to_string(child->pid())))
        return std::move(*child);
    zygote_ = GuestProcess();
  }
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "the sandbox's first process does not start");
}

/// The image as the prelude takes it: without texts, with the environment.
static std::string headerOf(const ToolRequest &request) {
  RunImage bare;
  bare.entry = request.image.entry;
  bare.links = request.image.links;
  bare.imports = request.image.imports;
  bare.globals = request.image.globals;
  bare.style = request.image.style;
  bare.tools = request.image.tools;
  // The broker's own matter.
  for (ToolLocation &tool : bare.tools)
    tool.inputSchema = tool.outputSchema = tool.outputMember = "";
  bare.agents = request.image.agents;
  for (const ImageModule &module : request.image.modules)
    bare.modules.push_back({module.path, module.format, ""});
  Json header = imageToJson(bare);
  Json environment = Json::object();
  for (const Grant::Variable &variable : request.grant.environment)
    environment[variable.name] = variable.value;
  header["environment"] = std::move(environment);
  header["report"] = request.mode == ToolRequest::Mode::Load;
  if (request.mode == ToolRequest::Mode::Load && !request.context.config.empty())
    header["config"] = request.context.config;
  return printJson(header, /*indented=*/false);
}

/// Calls share a package process only if all of this is the same.
static std::string keyOf(const ToolRequest &request, const std::string &header) {
  std::string all = header;
  for (const std::string &host : request.grant.hosts)
    all += '\0' + host;
  const CallLimits &limits = request.limits;
  for (uint64_t value : {limits.wallMs, limits.cpuMs, limits.memoryBytes})
    all += '\0' + std::to_string(value);
  for (const ImageModule &module : request.image.modules)
    all += '\0' + module.text;
  return sha256Hex(all);
}

static void sendModules(Channel &channel, const RunImage &image) {
  for (const ImageModule &module : image.modules) {
    std::string payload = module.path;
    payload += '\0';
    payload += static_cast<char>(module.format);
    payload += module.text;
    channel.send(FrameKind::Module, payload);
  }
}

/// Sending waits for a slow reader, but not for ever for one that stopped reading.
static void bound(Channel &channel, const CallLimits &limits) {
  timeval patience = {static_cast<time_t>(limits.wallMs / 1000),
                      static_cast<suseconds_t>(limits.wallMs % 1000 * 1000)};
  setsockopt(channel.descriptor(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

static std::string callOf(const ToolRequest &request) {
  Json call = {{"input", request.input}};
  if (request.tool)
    call["tool"] = *request.tool;
  const CallContext &context = request.context;
  auto put = [&](const char *member, const std::string &text) {
    if (!text.empty())
      call[member] = text;
  };
  put("config", context.config);
  put("agent", context.agent);
  put("organizationSlug", context.organizationSlug);
  put("conversationId", callsAgent(request) ? conversationOf(request) : context.conversationId);
  put("requestId", request.id);
  put("userId", context.userId);
  return printJson(call, /*indented=*/false);
}

static void readLoadReport(const std::string &text, LoadReport &load) {
  std::optional<Json> json = parseJson(text);
  if (!json || !json->is_object())
    return;
  Json wrapped = {{"schema", "agentc.run/1"}, {"outcome", "ok"}, {"load", std::move(*json)}};
  llvm::Expected<ToolReport> parsed = reportFromJson(wrapped);
  if (!parsed)
    return llvm::consumeError(parsed.takeError());
  load.exports = std::move(parsed->load->exports);
  load.tools = std::move(parsed->load->tools);
  load.agents = std::move(parsed->load->agents);
  load.extras = std::move(parsed->load->extras);
  load.lacking = std::move(parsed->load->lacking);
  load.lackingStack = std::move(parsed->load->lackingStack);
}

bool Broker::Processes::load(const ToolRequest &request, Watch &watch, ToolReport &report) {
  Channel &channel = package_.channel();
  bound(channel, request.limits);
  ProcessLimits limits{request.limits.cpuMs, request.limits.memoryBytes};
  channel.send(FrameKind::Limits,
               llvm::StringRef(reinterpret_cast<char *>(&limits), sizeof limits));
  sendModules(channel, request.image);
  if (request.mode == ToolRequest::Mode::Load) {
    report.load.emplace();
    for (const ImageModule &module : request.image.modules)
      report.load->modules.push_back({module.path, true, "", 0, 0});
    channel.send(FrameKind::CompileAll, "");
  }
  channel.send(FrameKind::Load, headerOf(request));
  std::string value;
  if (!watch.follow(package_, "load", value))
    return false;
  if (report.load)
    readLoadReport(value, *report.load);
  return true;
}

/// Why a request needs no process to be refused.
static std::optional<std::string> findMistake(const ToolRequest &request) {
  if (request.mode == ToolRequest::Mode::Load)
    return std::nullopt;
  JsonError error;
  std::optional<Json> input = parseJson(request.input, &error);
  if (!input)
    return "the input is no JSON: " + error.message + " at byte " + std::to_string(error.offset);
  if (std::optional<std::string> fault = findInvalidInput(request, *input))
    return fault;
  const std::vector<ToolLocation> &tools = request.image.tools;
  std::string names;
  for (const ToolLocation &tool : tools) {
    if (request.tool && tool.name == *request.tool)
      return std::nullopt;
    names += (names.empty() ? "`" : ", `") + escapeForTerminal(tool.name) + "`";
  }
  if (request.tool && !tools.empty())
    return "no tool named `" + escapeForTerminal(*request.tool) + "`; there are " + names;
  if (!request.tool && request.image.style == BundleStyle::Tools && tools.size() != 1)
    return tools.empty() ? std::string("the bundle has no tool that could be meant")
                         : "the bundle has several tools; name one of " + names;
  return std::nullopt;
}

llvm::Expected<ToolReport> Broker::Processes::run(const ToolRequest &request) {
  ToolReport report;
  report.id = request.id;
  Watch watch(request, report, platform_);
  if (llvm::Error error = answer(request, watch, report))
    return error;
  watch.services().finish();
  if (llvm::Error error = watch.services().takeFailure())
    return error;
  return report;
}

llvm::Error Broker::Processes::answer(const ToolRequest &request, Watch &watch,
                                      ToolReport &report) {
  if (std::optional<std::string> mistake = findMistake(request)) {
    report.outcome = Outcome::InvalidInput;
    report.error = ToolError{"Error", *mistake, ""};
    return llvm::Error::success();
  }
  std::string key = keyOf(request, headerOf(request));
  std::optional<GuestProcess> call;
  if (zygote_.running() && zygote_.hasEnded()) {
    zygote_ = GuestProcess();
    dropPackage();
  }
  for (int attempt = 0; attempt < 2 && !call; ++attempt) {
    if (!package_.running() || packageKey_ != key) {
      dropPackage();
      llvm::Expected<GuestProcess> made = forkZygote();
      if (!made)
        return made.takeError();
      package_ = std::move(*made);
      packageKey_ = key;
      callsOfPackage_ = 0;
      if (!load(request, watch, report))
        return llvm::Error::success();
    }
    if (request.mode == ToolRequest::Mode::Load) {
      package_.end(report.usage);
      return llvm::Error::success();
    }
    // A package's process that V8 no longer holds may keep silent.
    std::chrono::milliseconds wall(std::max<uint64_t>(request.limits.wallMs, 1000));
    call = package_.takeCopy(std::min(forkPatience, wall));
    // It may have been waiting for long.
    if (call && call->hasEnded())
      call.reset();
    if (!call)
      dropPackage();
  }
  report.outcome = Outcome::Crashed;
  if (!call) {
    report.error = ToolError{"Error", "the package's process does not start the call", ""};
    return llvm::Error::success();
  }
  bound(call->channel(), request.limits);
  call->channel().send(FrameKind::Call, callOf(request));
  // Who calls twice will call again: the next call's process gets ready meanwhile.
  if (++callsOfPackage_ > 1)
    package_.askForCopy(/*early=*/true);
  report.usage = Usage();
  std::string value;
  if (!watch.follow(*call, "call", value))
    return llvm::Error::success();
  // Taking a process's memory apart takes as long as a call; that can wait.
  if (call->measure(report.usage)) {
    call->stop();
    ended_ = std::move(*call);
  } else {
    call->end(report.usage);
  }
  // A depth that readers of the report refuse is the tool's mistake, not theirs.
  JsonError error;
  if (!parseJson("[[" + value + "]]", &error)) {
    report.outcome = Outcome::InvalidResult;
    report.error = ToolError{"Error", "the result is no plain JSON: " + error.message, ""};
    return llvm::Error::success();
  }
  if (std::optional<Json> result = parseJson(value))
    if (std::optional<std::string> fault = findInvalidResult(request, *result)) {
      report.outcome = Outcome::InvalidResult;
      report.error = ToolError{"Error", *fault, ""};
      return llvm::Error::success();
    }
  report.result = std::move(value);
  return llvm::Error::success();
}

Broker::Broker(SandboxOptions options)
    : processes_(std::make_unique<Processes>(std::move(options))) {}
Broker::~Broker() = default;
llvm::Error Broker::start() {
  if (llvm::Error error = processes_->keepSaved())
    return error;
  return processes_->start();
}
llvm::Expected<ToolReport> Broker::run(const ToolRequest &request) {
  return processes_->run(request);
}

} // namespace agentc
