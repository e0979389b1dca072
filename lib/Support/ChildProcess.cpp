#include "agentc/Support/ChildProcess.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/ScopeExit.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" char **environ;

namespace agentc {

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t maxErrorBytes = 1 << 16;

/// An open file of memory that holds a text; -1 where there is none to be had.
int memoryFile(llvm::StringRef text) {
  const int file = ::memfd_create("agentc", MFD_CLOEXEC);
  if (file < 0)
    return -1;
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0) {
      ::close(file);
      return -1;
    }
    text = text.drop_front(static_cast<size_t>(written));
  }
  ::lseek(file, 0, SEEK_SET);
  return file;
}

/// Waits until a file has more to read, or a process has ended. False where patience ends before.
bool awaitMore(int file, std::optional<Clock::time_point> deadline) {
  if (!deadline)
    return true;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now());
  pollfd one = {file, POLLIN, 0};
  return ::poll(&one, 1, static_cast<int>(std::max<int64_t>(0, left.count()))) != 0;
}

/// Reads to the end, up to `limit`, or as long as patience lasts.
std::string readAll(int file, size_t limit, std::optional<Clock::time_point> deadline = {}) {
  std::string text;
  char buffer[1 << 16];
  while (text.size() < limit && awaitMore(file, deadline)) {
    const ssize_t got = ::read(file, buffer, std::min(sizeof buffer, limit - text.size()));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    text.append(buffer, static_cast<size_t>(got));
  }
  return text;
}

/// Returns the exit status of a child, 128 if a signal ended it; it is killed where patience ends
/// before.
int awaitEnd(pid_t child, std::optional<Clock::time_point> deadline) {
  const int handle = deadline ? static_cast<int>(::syscall(SYS_pidfd_open, child, 0)) : -1;
  if (handle >= 0 && !awaitMore(handle, deadline))
    ::kill(child, SIGKILL);
  if (handle >= 0)
    ::close(handle);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

std::vector<char *> pointersTo(const std::vector<std::string> &words) {
  std::vector<char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(const_cast<char *>(word.data()));
  pointers.push_back(nullptr);
  return pointers;
}

llvm::Error failure(int number) {
  const std::error_code code(number, std::generic_category());
  return llvm::createStringError(code, describe(code));
}

} // namespace

std::vector<std::string> ownEnvironment() {
  std::vector<std::string> variables;
  for (char **variable = environ; *variable; ++variable)
    variables.emplace_back(*variable);
  return variables;
}

llvm::Expected<ChildOutcome> runProcess(const ChildProcess &process) {
  std::vector<std::string> words = {process.program};
  words.insert(words.end(), process.arguments.begin(), process.arguments.end());
  const std::vector<char *> argv = pointersTo(words), envp = pointersTo(process.environment);

  const int in = memoryFile(process.input), second = memoryFile(process.second.value_or(""));
  const int err = memoryFile("");
  int out[2] = {-1, -1};
  auto close = llvm::make_scope_exit([&] {
    for (int file : {in, second, err, out[0], out[1]})
      if (file >= 0)
        ::close(file);
  });
  if (in < 0 || second < 0 || err < 0 || ::pipe2(out, O_CLOEXEC) != 0)
    return failure(errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  if (process.second)
    posix_spawn_file_actions_adddup2(&actions, second, 3);
  pid_t child = 0;
  const int error =
      ::posix_spawn(&child, process.program.c_str(), &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  if (error)
    return failure(error);
  ::close(std::exchange(out[1], -1));
  std::optional<Clock::time_point> deadline;
  if (process.patience)
    deadline = Clock::now() + *process.patience;
  ChildOutcome outcome;
  outcome.out = readAll(out[0], process.maxOutput + 1, deadline);
  outcome.hasMoreOutput = outcome.out.size() > process.maxOutput;
  outcome.out.resize(std::min(outcome.out.size(), process.maxOutput));
  ::close(std::exchange(out[0], -1));
  outcome.code = awaitEnd(child, deadline);
  ::lseek(err, 0, SEEK_SET);
  outcome.err = readAll(err, maxErrorBytes);
  return outcome;
}

} // namespace agentc
