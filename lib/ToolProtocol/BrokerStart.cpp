#include "BrokerStart.h"

#include "agentc/ToolProtocol/ToolProcess.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
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

/// How the broker is told of its zygote: a process and a descriptor.
class ZygoteFlag {
public:
  static constexpr size_t mostBytes = 64;
  llvm::StringRef of(pid_t zygote, int channel) {
    char *at = std::copy(name.begin(), name.end(), text_.begin());
    at = std::to_chars(at, text_.end(), zygote).ptr;
    *at++ = ',';
    at = std::to_chars(at, text_.end(), channel).ptr;
    return {text_.data(), static_cast<size_t>(at - text_.data())};
  }

private:
  static constexpr llvm::StringLiteral name = "--zygote=";
  std::array<char, mostBytes> text_;
};

} // namespace

llvm::Expected<StartedBroker> startBroker(std::vector<std::string> arguments,
                                          const EngineOptions *options) {
  llvm::Expected<std::string> program = programBeside("agentc-tool-run");
  if (!program)
    return program.takeError();
  Pair pair, toEngine;
  if (!pair.isMade() || !toEngine.isMade())
    return failed("no channel for the sandbox");
  std::optional<EngineProgram> engine;
  // One that is missing is the broker's to report.
  if (llvm::Error missing = findEngine())
    consumeError(std::move(missing));
  else if (options)
    engine.emplace(toEngine.theirs(), *options);
  const size_t flag = arguments.size();
  arguments.emplace_back(ZygoteFlag::mostBytes, ' ');
  ProcessStart broker(std::move(*program), std::move(arguments), ownEnvironment());
  broker.handOn(pair.theirs(), STDIN_FILENO);
  broker.handOn(pair.theirs(), STDOUT_FILENO);
  // From here on, since the program that asks for it too is not yet there.
  const pid_t pid = forkBound(SIGKILL);
  if (pid < 0)
    return failed("`agentc-tool-run` could not be started");
  if (pid == 0) {
    // Its child is the broker's, since this process will be that.
    pid_t zygote;
    if (engine && engine->start(zygote) == 0) {
      broker.setWord(flag, ZygoteFlag().of(zygote, toEngine.ours()));
      fcntl(toEngine.ours(), F_SETFD, 0);
    } else {
      broker.dropLastWord();
    }
    broker.become();
  }
  return StartedBroker{pid, pair.release()};
}

} // namespace agentc
