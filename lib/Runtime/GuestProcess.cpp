#include "Watch.h"

#include "agentc/Support/ProcessStart.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace agentc {

GuestProcess::~GuestProcess() {
  Usage ignored;
  if (running())
    end(ignored);
  if (status_ >= 0)
    close(status_);
}

/// True if the process is a child of this process; `info` is filled if the child has ended.
static bool isChild(pid_t pid, siginfo_t &info) {
  info = {};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

bool GuestProcess::hasEnded() const {
  siginfo_t info;
  return !isChild(pid_, info) || info.si_pid != 0;
}

std::optional<GuestProcess> GuestProcess::adopt(pid_t pid, Channel channel) {
  siginfo_t info;
  if (pid <= 1 || !isChild(pid, info) || getpgid(pid) != pid)
    return std::nullopt;
  GuestProcess process(pid, std::move(channel));
  process.leads_ = true;
  return process;
}

bool GuestProcess::lead() { return leads_ = setpgid(pid_, pid_) == 0 || getpgid(pid_) == pid_; }

static double milliseconds(const timeval &time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

void GuestProcess::prepareToMeasure() {
  if (status_ < 0)
    status_ = open(("/proc/" + std::to_string(pid_) + "/status").c_str(), O_RDONLY | O_CLOEXEC);
}

std::optional<double> GuestProcess::processorTime() const {
  clockid_t clock;
  timespec used;
  if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &used) != 0)
    return std::nullopt;
  return static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) / 1e6;
}

bool GuestProcess::measure(Usage &usage) {
  prepareToMeasure();
  char text[4096];
  ssize_t size = status_ >= 0 ? pread(status_, text, sizeof text, 0) : -1;
  llvm::StringRef status(text, size > 0 ? static_cast<size_t>(size) : 0);
  uint64_t kilobytes = 0;
  auto [before, after] = status.split("VmHWM:");
  const std::optional<double> used = processorTime();
  if (!used || after.split(" kB").first.trim().getAsInteger(10, kilobytes))
    return false;
  usage.cpuMs += *used - unasked_;
  usage.peakMemoryBytes = std::max(usage.peakMemoryBytes, kilobytes * 1024);
  return true;
}

void GuestProcess::stop() {
  // Its number stands for its group as long as anybody is in it.
  kill(leads_ ? -pid_ : pid_, SIGKILL);
}

int GuestProcess::end(Usage &usage) {
  // A process that is ending already keeps the status it ends with.
  stop();
  rusage used = {};
  const int status = awaitStatus(pid_, &used);
  usage.cpuMs +=
      std::max(0.0, milliseconds(used.ru_utime) + milliseconds(used.ru_stime) - unasked_);
  usage.peakMemoryBytes =
      std::max(usage.peakMemoryBytes, static_cast<uint64_t>(used.ru_maxrss) * 1024);
  while (leads_ && (waitpid(-pid_, nullptr, 0) > 0 || errno == EINTR))
    continue;
  pid_ = -1;
  leads_ = false;
  channel_ = Channel();
  copysChannel_ = Channel();
  return status;
}

void GuestProcess::askForCopy(llvm::StringRef rehearsal) {
  Channel ours, theirs;
  if (isCopying() || !Channel::makePair(ours, theirs))
    return;
  copysChannel_ = std::move(ours);
  channel_.post(FrameKind::Fork, rehearsal, theirs.release());
}

GuestProcess::Copying GuestProcess::pollForked(std::string &payload) {
  if (!channel_.flush())
    return Copying::Failed;
  bool tooLong;
  std::optional<Frame> frame = channel_.next(64, tooLong);
  if (!frame && !tooLong) {
    if (!channel_.fill())
      return Copying::Failed;
    frame = channel_.next(64, tooLong);
  }
  if (tooLong || (frame && frame->kind != FrameKind::Forked))
    return Copying::Failed;
  if (!frame)
    return Copying::Waits;
  payload = std::move(frame->payload);
  return Copying::Made;
}

GuestProcess::Copying GuestProcess::pollCopy(GuestProcess &copy) {
  std::string payload;
  Copying state = isCopying() ? pollForked(payload) : Copying::Failed;
  if (state != Copying::Made)
    return state;
  int child;
  siginfo_t info;
  // The number counts only if the kernel knows it as a child of ours and of this one's group.
  if (llvm::StringRef(payload).getAsInteger(10, child) || child <= 1 || child == pid_ ||
      getpgid(child) != getpgid(pid_) || !isChild(child, info))
    return Copying::Failed;
  copy = GuestProcess(child, std::exchange(copysChannel_, Channel()));
  return Copying::Made;
}

bool GuestProcess::waitUntilMade(std::chrono::milliseconds patience,
                                 llvm::function_ref<Copying()> step) {
  auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    Copying state = step();
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (state == Copying::Made)
      return true;
    if (state == Copying::Failed || left.count() <= 0)
      return false;
    short events = channel_.isPending() ? POLLIN | POLLOUT : POLLIN;
    pollfd one = {channel_.descriptor(), events, 0};
    poll(&one, 1, static_cast<int>(left.count()));
  }
}

bool GuestProcess::become(std::chrono::milliseconds patience) {
  channel_.post(FrameKind::Become, "");
  std::string nothing;
  return waitUntilMade(patience, [&] { return pollForked(nothing); });
}

std::optional<GuestProcess> GuestProcess::takeCopy(std::chrono::milliseconds patience) {
  askForCopy("");
  GuestProcess copy;
  if (!waitUntilMade(patience, [&] { return pollCopy(copy); }))
    return std::nullopt;
  return copy;
}

} // namespace agentc
