#include "agentc/Support/ProcessStart.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" char **environ;

namespace agentc {

static std::vector<char *> pointersTo(std::vector<std::string> &words) {
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

ProcessStart::ProcessStart(std::string program, std::vector<std::string> words,
                           std::vector<std::string> environment)
    : program_(std::move(program)), words_(std::move(words)), environment_(std::move(environment)),
      argv_(pointersTo(words_)), envp_(pointersTo(environment_)) {
  posix_spawn_file_actions_init(&actions_);
  posix_spawnattr_init(&attributes_);
}

ProcessStart::~ProcessStart() {
  posix_spawn_file_actions_destroy(&actions_);
  posix_spawnattr_destroy(&attributes_);
  if (nothing_ >= 0)
    close(nothing_);
}

void ProcessStart::handOn(int descriptor, int as) {
  descriptors_.emplace_back(descriptor, as);
  posix_spawn_file_actions_adddup2(&actions_, descriptor, as);
}

void ProcessStart::handOnNothing(int as) {
  if (nothing_ < 0)
    nothing_ = open("/dev/null", O_RDWR | O_CLOEXEC);
  handOn(nothing_, as);
}

void ProcessStart::setFolder(const std::string &folder) {
  folder_ = folder;
  posix_spawn_file_actions_addchdir_np(&actions_, folder_.c_str());
}

void ProcessStart::leadGroup() {
  leadsGroup_ = true;
  posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
}

int ProcessStart::spawn(pid_t &child) const {
  return posix_spawn(&child, program_.c_str(), &actions_, &attributes_, argv_.data(), envp_.data());
}

void ProcessStart::become() const {
  bool isReady = !leadsGroup_ || setpgid(0, 0) == 0;
  for (const auto &[own, as] : descriptors_) // one that stays as it is, is kept open
    isReady &= own == as ? fcntl(own, F_SETFD, 0) == 0 : dup2(own, as) >= 0;
  if (isReady && (folder_.empty() || chdir(folder_.c_str()) == 0))
    execve(program_.c_str(), argv_.data(), envp_.data());
  _exit(exitNotStarted);
}

std::vector<std::string> ownEnvironment() {
  std::vector<std::string> variables;
  for (char **variable = environ; *variable; ++variable)
    variables.emplace_back(*variable);
  return variables;
}

pid_t forkBound(int signal) {
  const pid_t parent = getpid(), child = fork();
  if (child != 0)
    return child;
  prctl(PR_SET_PDEATHSIG, signal);
  // The parent may have ended before the call.
  if (getppid() != parent)
    _exit(exitNotStarted);
  return 0;
}

int awaitStatus(pid_t child, rusage *used) {
  int status = 0;
  while (wait4(child, &status, 0, used) < 0 && errno == EINTR)
    continue;
  return status;
}

int openProcess(pid_t process) { return static_cast<int>(syscall(SYS_pidfd_open, process, 0)); }

Pipe::Pipe(int flags) {
  if (pipe2(ends_, flags | O_CLOEXEC) != 0)
    ends_[0] = ends_[1] = -1;
}

Pipe::~Pipe() {
  closeEnd(0);
  closeEnd(1);
}

void Pipe::closeEnd(int end) {
  if (ends_[end] >= 0)
    close(std::exchange(ends_[end], -1));
}

} // namespace agentc
