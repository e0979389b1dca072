#include "Worker.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
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

[[noreturn]] void work(const std::function<Json()> &work, int out) {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  writeAll(out, printJson(work(), /*indented=*/false) + "\n");
  _exit(0);
}

} // namespace

Worker::Worker(const std::function<Json()> &job)
    : deadline_(std::chrono::steady_clock::now() + patience) {
  if (said_.isOpen())
    child_ = forkBound(SIGKILL);
  if (child_ == 0)
    work(job, said_.in());
  if (child_ < 0)
    deadline_ = std::chrono::steady_clock::now();
  said_.closeIn();
  fcntl(said_.out(), F_SETFL, O_NONBLOCK);
}

Worker::~Worker() { end(/*kills=*/true); }

void Worker::end(bool kills) {
  said_.closeOut();
  if (child_ <= 0)
    return;
  if (kills)
    kill(child_, SIGKILL);
  rusage used = {};
  awaitStatus(std::exchange(child_, -1), &used);
  for (const timeval &time : {used.ru_utime, used.ru_stime})
    cost_ += std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec));
}

bool Worker::step() {
  if (child_ <= 0)
    return true;
  char bytes[65536];
  ssize_t size = 0;
  while ((size = read(said_.out(), bytes, sizeof bytes)) > 0)
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
