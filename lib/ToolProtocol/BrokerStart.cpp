#include "BrokerStart.h"

#include "agentc/ToolProtocol/ToolProcess.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace agentc {

static llvm::Error failed(const char *what) {
  std::error_code code(errno, std::generic_category());
  return llvm::createStringError(code, "%s: %s", what, code.message().c_str());
}

namespace {

/// Two connected ends, neither of which is a standard stream; closed with the object.
class Pair {
public:
  Pair() {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_) == 0)
      for (int &end : ends_)
        if (end <= STDERR_FILENO) {
          int moved = fcntl(end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
          close(std::exchange(end, moved));
        }
  }
  ~Pair() {
    for (int end : ends_)
      if (end >= 0)
        close(end);
  }
  Pair(const Pair &) = delete;
  Pair &operator=(const Pair &) = delete;

  bool isMade() const { return ends_[0] >= 0 && ends_[1] >= 0; }
  int ours() const { return ends_[0]; }
  int theirs() const { return ends_[1]; }
  int release() { return std::exchange(ends_[0], -1); }

private:
  int ends_[2] = {-1, -1};
};

/// The steps by which a copy of this process becomes `agentc-tool-run`. All of them are
/// prepared in this process, since code after `fork` must not allocate.
class Becoming {
public:
  /// `engine` is the zygote to start before, or null; `toEngine` the other end of its channel.
  Becoming(std::string program, std::vector<std::string> arguments, EngineProgram *engine,
           int toEngine)
      : program_(std::move(program)), arguments_(std::move(arguments)), engine_(engine),
        toEngine_(toEngine) {
    for (std::string &argument : arguments_)
      pointers_.push_back(argument.data());
    pointers_.insert(pointers_.end(), {nullptr, nullptr});
  }

  [[noreturn]] void become(int channel) {
    // From here on, since the program that asks for it too is not yet there.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent_)
      _exit(exitNotStarted);
    // Its child is the broker's, since this process will be that.
    pid_t zygote;
    if (engine_ && engine_->start(zygote) == 0) {
      char *end = zygote_.data() + zygote_.size();
      char *at = std::copy(zygoteFlag.begin(), zygoteFlag.end(), zygote_.data());
      at = std::to_chars(at, end, zygote).ptr;
      *at++ = ',';
      *std::to_chars(at, end, toEngine_).ptr = '\0';
      fcntl(toEngine_, F_SETFD, 0);
      pointers_[arguments_.size()] = zygote_.data();
    }
    if (dup2(channel, STDIN_FILENO) >= 0 && dup2(channel, STDOUT_FILENO) >= 0)
      execve(program_.c_str(), pointers_.data(), environ);
    _exit(exitNotStarted);
  }

private:
  static constexpr llvm::StringLiteral zygoteFlag = "--zygote=";

  std::string program_;
  std::vector<std::string> arguments_;
  std::vector<char *> pointers_;
  /// With room for the numbers of any process and descriptor.
  std::array<char, 64> zygote_ = {};
  EngineProgram *engine_;
  int toEngine_;
  pid_t parent_ = getpid();
};

} // namespace

llvm::Expected<StartedBroker> startBroker(std::vector<std::string> arguments,
                                          const EngineOptions *options) {
  std::string program = folderOfProgram() + "/agentc-tool-run";
  if (access(program.c_str(), X_OK) != 0)
    return llvm::createStringError(std::error_code(errno, std::generic_category()),
                                   "`agentc-tool-run` is not beside this program");
  Pair pair, toEngine;
  if (!pair.isMade() || !toEngine.isMade())
    return failed("no channel for the sandbox");
  std::optional<EngineProgram> engine;
  // One that is missing is the broker's to report.
  if (llvm::Error missing = findEngine())
    consumeError(std::move(missing));
  else if (options)
    engine.emplace(toEngine.theirs(), *options);
  Becoming becoming(std::move(program), std::move(arguments), engine ? &*engine : nullptr,
                    toEngine.ours());
  pid_t pid = fork();
  if (pid < 0)
    return failed("`agentc-tool-run` could not be started");
  if (pid == 0)
    becoming.become(pair.theirs());
  return StartedBroker{pid, pair.release()};
}

} // namespace agentc
