#include "StatusLine.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Unicode.h"

#include <atomic>
#include <csignal>
#include <unistd.h>

namespace agentc {

namespace {

constexpr auto patience = std::chrono::seconds(1);
constexpr auto interval = std::chrono::milliseconds(100);
constexpr char erasing[] = "\r\x1b[K";
constexpr int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// A signal's handler runs in another thread than the one that draws.
std::atomic<bool> isDrawn = false, isEnding = false;
static_assert(std::atomic<bool>::is_always_lock_free);
struct sigaction before[std::size(endings)];

void writeOut(llvm::StringRef bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, bytes.data(), bytes.size());
    if (written <= 0)
      return;
    bytes = bytes.drop_front(static_cast<size_t>(written));
  }
}

/// Leaves the terminal as it was, then lets the signal do what it would have done.
void onEnding(int signal) {
  isEnding = true;
  if (isDrawn) [[maybe_unused]]
    ssize_t written = ::write(STDERR_FILENO, erasing, sizeof erasing - 1);
  for (size_t i = 0; i < std::size(endings); ++i)
    if (endings[i] == signal)
      ::sigaction(signal, &before[i], nullptr);
  ::raise(signal);
}

void catchEndings() {
  for (size_t i = 0; i < std::size(endings); ++i) {
    ::sigaction(endings[i], nullptr, &before[i]);
    // Who ignores a signal (nohup) goes on to.
    if (before[i].sa_handler == SIG_IGN)
      continue;
    struct sigaction action{};
    action.sa_handler = onEnding;
    sigemptyset(&action.sa_mask);
    ::sigaction(endings[i], &action, nullptr);
  }
}

/// The beginning of a text that fits into so many columns.
llvm::StringRef fitting(llvm::StringRef text, int columns) {
  size_t end = 0;
  while (end < text.size()) {
    const size_t next = end + decodeUtf8(text, end).length;
    const int width = llvm::sys::unicode::columnWidthUTF8(text.slice(end, next));
    if (columns < std::max(width, 0))
      break;
    columns -= std::max(width, 0);
    end = next;
  }
  return text.take_front(end);
}

} // namespace

StatusLine::~StatusLine() {
  if (!thread_.joinable())
    return;
  {
    std::lock_guard<std::mutex> guard(lock_);
    isOver_ = true;
    erase();
  }
  changed_.notify_one();
  thread_.join();
}

void StatusLine::show(std::string text) {
  std::lock_guard<std::mutex> guard(lock_);
  text_ = std::move(text);
  if (text_.empty())
    erase();
  else if (!thread_.joinable())
    thread_ = std::thread([this] { run(); });
}

void StatusLine::run() {
  // Signals belong to the threads that work.
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
  std::unique_lock<std::mutex> guard(lock_);
  changed_.wait_until(guard, start_ + patience, [this] { return isOver_; });
  if (isOver_)
    return;
  catchEndings();
  while (!isOver_) {
    if (!text_.empty() && !isInLine_)
      draw();
    changed_.wait_for(guard, interval, [this] { return isOver_; });
  }
}

void StatusLine::draw() {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start_).count();
  const std::string time = std::to_string(seconds) + " s ";
  // The last column stays free, or some terminals go on to the next line.
  std::string line = fitting(time + escapeForTerminal(text_), static_cast<int>(width_()) - 1).str();
  if (line == drawn_)
    return;
  // In this order, so that either the handler sees that there is something to erase, or this sees
  // it.
  isDrawn = true;
  if (isEnding)
    return;
  writeOut(erasing + line);
  drawn_ = std::move(line);
}

void StatusLine::erase() {
  if (drawn_.empty())
    return;
  writeOut(erasing);
  isDrawn = false;
  drawn_.clear();
}

void StatusLine::Stream::write_impl(const char *bytes, size_t size) {
  std::lock_guard<std::mutex> guard(line_.lock_);
  line_.text_.clear(); // what it said is over
  line_.erase();
  if (size > 0)
    line_.isInLine_ = bytes[size - 1] != '\n';
  to_.write(bytes, size);
  // On a terminal, the text must appear before the line is drawn below it.
  if (line_.thread_.joinable())
    to_.flush();
}

} // namespace agentc
