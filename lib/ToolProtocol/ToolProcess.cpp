#include "agentc/ToolProtocol/ToolProcess.h"

#include "agentc/Support/Digest.h"
#include "agentc/Support/ProcessStart.h"

#include "BrokerStart.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace agentc {

std::string folderOfTenant(llvm::StringRef tenant) {
  // A tenant's name may have anything in it, and two may differ in case alone.
  return "tenants/" + sha256Hex(tenant).substr(0, 32);
}

static llvm::Error failed(const char *what, int code) {
  return llvm::createStringError(std::error_code(code, std::generic_category()), "%s: %s", what,
                                 strerror(code));
}

std::string folderOfProgram() {
  char path[PATH_MAX];
  ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  llvm::StringRef text(path, size > 0 ? size : 0);
  return text.rsplit('/').first.str();
}

llvm::Expected<std::string> programBeside(llvm::StringRef name) {
  std::string path = folderOfProgram() + "/" + name.str();
  if (access(path.c_str(), X_OK) == 0)
    return path;
  const int code = errno;
  return failed(("`" + path + "`, which belongs beside `agentc`, cannot be started").c_str(), code);
}

static std::vector<std::string> argumentsFor(const SandboxFlags &flags) {
  std::vector<std::string> arguments = {"agentc-tool-run", "--die-with-parent"};
  if (flags.fewCalls)
    arguments.push_back("--few-calls");
  if (flags.jitless)
    arguments.push_back("--jitless");
  if (flags.requireFull)
    arguments.push_back("--require-sandbox=full");
  if (!flags.out.empty())
    arguments.push_back("--out=" + flags.out);
  if (flags.idlePackages)
    arguments.push_back("--idle-packages=" + std::to_string(*flags.idlePackages));
  return arguments;
}

llvm::Expected<ToolProcess> ToolProcess::start(const SandboxFlags &flags) {
  const EngineOptions engine = {.jitless = flags.jitless, .fewCalls = flags.fewCalls};
  return start(argumentsFor(flags), &engine);
}

llvm::Expected<ToolProcess> ToolProcess::start(std::vector<std::string> arguments,
                                               const EngineOptions *engine) {
  llvm::Expected<StartedBroker> started = startBroker(std::move(arguments), engine);
  if (!started)
    return started.takeError();
  return ToolProcess(started->pid, started->channel);
}

ToolProcess::ToolProcess(ToolProcess &&other)
    : pid_(std::exchange(other.pid_, -1)), channel_(std::exchange(other.channel_, -1)) {}

ToolProcess &ToolProcess::operator=(ToolProcess &&other) {
  if (this != &other) {
    stop();
    pid_ = std::exchange(other.pid_, -1);
    channel_ = std::exchange(other.channel_, -1);
  }
  return *this;
}

ToolProcess::~ToolProcess() { stop(); }

int ToolProcess::takeStatus() {
  const int status = awaitStatus(pid_);
  close(channel_);
  pid_ = channel_ = -1;
  return status;
}

void ToolProcess::abandon() {
  if (pid_ < 0)
    return;
  kill(pid_, SIGKILL);
  close(channel_);
  pid_ = channel_ = -1;
}

ToolProcess::Parts ToolProcess::handOver() {
  // Whoever gets it may be another program.
  fcntl(channel_, F_SETFD, 0);
  return {std::exchange(pid_, -1), std::exchange(channel_, -1)};
}

void ToolProcess::stop() {
  if (pid_ < 0)
    return;
  // It kills what it started when it is killed itself, and has nothing to save.
  kill(pid_, SIGKILL);
  takeStatus();
}

llvm::Error ToolProcess::endedEarly() {
  // One that is ending already keeps the status it ends with.
  kill(pid_, SIGKILL);
  int status = takeStatus();
  if (WIFEXITED(status) && WEXITSTATUS(status) == exitNotStarted)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "`agentc-tool-run` could not be started");
  std::string how;
  if (WIFSIGNALED(status))
    how = std::string(" (") + strsignal(WTERMSIG(status)) + ")";
  // Otherwise it has said why on standard error.
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "`agentc-tool-run` ended without an answer" + how);
}

llvm::Expected<std::optional<std::string>> ToolProcess::explainSandbox(const SandboxFlags &flags) {
  std::vector<std::string> arguments = argumentsFor(flags);
  arguments.push_back("--explain-sandbox");
  llvm::Expected<ToolProcess> process = start(std::move(arguments), /*engine=*/nullptr);
  if (!process)
    return process.takeError();
  std::string text;
  for (;;) {
    char buffer[4096];
    ssize_t size = recv(process->channel_, buffer, sizeof buffer, 0);
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      break;
    text.append(buffer, static_cast<size_t>(size));
  }
  int status = process->takeStatus();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return std::nullopt;
  return std::optional<std::string>(std::move(text));
}

llvm::Expected<std::string>
ToolProcess::exchange(std::string line, uint64_t timeoutMs,
                      llvm::function_ref<bool(llvm::StringRef)> isLast) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point end = Clock::now() + std::chrono::milliseconds(timeoutMs);
  std::string answer;
  size_t sent = 0, searched = 0;
  for (;;) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "`agentc-tool-run` does not answer");
    pollfd one = {channel_, static_cast<short>(sent < line.size() ? POLLIN | POLLOUT : POLLIN), 0};
    if (poll(&one, 1, static_cast<int>(std::min<int64_t>(left, INT_MAX))) < 0 && errno != EINTR)
      return failed("poll", errno);
    if (one.revents & POLLOUT) {
      ssize_t size =
          send(channel_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (size < 0 && errno != EAGAIN && errno != EINTR)
        return endedEarly();
      sent += size > 0 ? size : 0;
    }
    if (!(one.revents & (POLLIN | POLLHUP | POLLERR)))
      continue;
    char buffer[65536];
    ssize_t size = recv(channel_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
      continue;
    if (size <= 0)
      return endedEarly();
    answer.append(buffer, size);
    if (answer.size() > 4 * maxRequestBytes)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "`agentc-tool-run` answers without end");
    while (size_t end = llvm::StringRef(answer).find('\n', searched) + 1) {
      if (isLast(llvm::StringRef(answer).take_front(end)))
        return answer.substr(0, end);
      answer.erase(0, end);
      searched = 0;
    }
    searched = answer.size();
  }
}

llvm::Expected<ToolReport> ToolProcess::call(const ToolRequest &request,
                                             llvm::function_ref<void(const CallEvent &)> onEvent) {
  std::string line = requestToJson(request).dump(-1, ' ', false, Json::error_handler_t::replace);
  line += '\n';
  // Load and call have the same limits; the rest is for a machine under load.
  uint64_t timeout = 2 * request.limits.wallMs + 30000;
  auto isLast = [&](llvm::StringRef line) {
    // A report may be large; it is parsed once.
    if (!line.starts_with("{\"schema\":\"agentc.event/1\""))
      return true;
    if (std::optional<Json> json = parseJson(line))
      if (std::optional<CallEvent> event = eventFromJson(*json))
        onEvent(*event);
    return false;
  };
  llvm::Expected<std::string> answer = exchange(std::move(line), timeout, isLast);
  if (!answer)
    return answer.takeError();
  JsonError error;
  std::optional<Json> json = parseJson(*answer, &error);
  if (!json)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "`agentc-tool-run` answers no JSON: %s", error.message.c_str());
  return reportFromJson(*json);
}

} // namespace agentc
