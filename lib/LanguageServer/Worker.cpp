#include "Worker.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace agentc::lsp {

namespace {

/// More than any repository takes; a child that needs longer is stuck.
constexpr std::chrono::minutes patience{5};

void writeAll(int descriptor, llvm::StringRef text) {
  while (!text.empty()) {
    const ssize_t size = write(descriptor, text.data(), text.size());
    if (size < 0 && errno != EINTR)
      return;
    text = text.drop_front(size > 0 ? static_cast<size_t>(size) : 0);
  }
}

[[noreturn]] void work(const std::function<Json()> &work, int out, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  writeAll(out, printJson(work(), /*indented=*/false) + "\n");
  _exit(0);
}

} // namespace

Worker::Worker(const std::function<Json()> &job)
    : deadline_(std::chrono::steady_clock::now() + patience) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    deadline_ = std::chrono::steady_clock::now();
    return;
  }
  const pid_t parent = getpid();
  child_ = fork();
  if (child_ == 0)
    work(job, ends[1], parent);
  if (child_ < 0)
    deadline_ = std::chrono::steady_clock::now();
  close(ends[1]);
  descriptor_ = ends[0];
  fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

Worker::~Worker() { end(/*kills=*/true); }

void Worker::end(bool kills) {
  if (descriptor_ >= 0)
    close(std::exchange(descriptor_, -1));
  if (child_ <= 0)
    return;
  if (kills)
    kill(child_, SIGKILL);
  rusage used = {};
  while (wait4(child_, nullptr, 0, &used) < 0 && errno == EINTR)
    ;
  child_ = -1;
  for (const timeval &time : {used.ru_utime, used.ru_stime})
    cost_ += std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec));
}

bool Worker::step() {
  if (child_ <= 0)
    return true;
  char bytes[65536];
  ssize_t size = 0;
  while ((size = read(descriptor_, bytes, sizeof bytes)) > 0)
    text_.append(bytes, static_cast<size_t>(size));
  const bool waits = size < 0 && (errno == EAGAIN || errno == EINTR);
  const bool isLate = waits && std::chrono::steady_clock::now() >= deadline_;
  if (waits && !isLate)
    return false;
  isWhole_ = size == 0 && !text_.empty() && text_.back() == '\n';
  end(isLate);
  return true;
}

std::optional<Json> Worker::result() const { return isWhole_ ? parseJson(text_) : std::nullopt; }

} // namespace agentc::lsp
