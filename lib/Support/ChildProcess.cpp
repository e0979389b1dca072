#include "agentc/Support/ChildProcess.h"

#include "agentc/Support/ProcessStart.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/ScopeExit.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

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
  const int handle = deadline ? openProcess(child) : -1;
  if (handle >= 0 && !awaitMore(handle, deadline))
    ::kill(child, SIGKILL);
  if (handle >= 0)
    ::close(handle);
  const int status = awaitStatus(child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

llvm::Error failure(int number) {
  const std::error_code code(number, std::generic_category());
  return llvm::createStringError(code, describe(code));
}

} // namespace

llvm::Expected<ChildOutcome> runProcess(const ChildProcess &process) {
  std::vector<std::string> words = {process.program};
  words.insert(words.end(), process.arguments.begin(), process.arguments.end());
  const int in = memoryFile(process.input), second = memoryFile(process.second.value_or(""));
  const int err = memoryFile("");
  auto close = llvm::make_scope_exit([&] {
    for (int file : {in, second, err})
      if (file >= 0)
        ::close(file);
  });
  Pipe out;
  if (in < 0 || second < 0 || err < 0 || !out.isOpen())
    return failure(errno);
  ProcessStart start(process.program, std::move(words), process.environment);
  start.handOn(in, STDIN_FILENO);
  start.handOn(out.in(), STDOUT_FILENO);
  start.handOn(err, STDERR_FILENO);
  if (process.second)
    start.handOn(second, 3);
  pid_t child = 0;
  if (const int error = start.spawn(child))
    return failure(error);
  out.closeIn();
  std::optional<Clock::time_point> deadline;
  if (process.patience)
    deadline = Clock::now() + *process.patience;
  ChildOutcome outcome;
  outcome.out = readAll(out.out(), process.maxOutput + 1, deadline);
  outcome.hasMoreOutput = outcome.out.size() > process.maxOutput;
  outcome.out.resize(std::min(outcome.out.size(), process.maxOutput));
  out.closeOut();
  outcome.code = awaitEnd(child, deadline);
  ::lseek(err, 0, SEEK_SET);
  outcome.err = readAll(err, maxErrorBytes);
  return outcome;
}

} // namespace agentc
