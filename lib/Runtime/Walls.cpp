#include "Walls.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/landlock.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

// V8 asks the kernel not to copy its heap into children, but children are what calls run in. This
// definition stands before libc's for libnode too, because the program's names come first.
extern "C" int madvise(void *address, size_t size, int advice) noexcept {
  if (advice == MADV_DONTFORK)
    return 0;
  return static_cast<int>(syscall(SYS_madvise, address, size, advice));
}

namespace agentc {

void closeDescriptorsBut(int kept) {
  if (kept > 0)
    syscall(SYS_close_range, 0, kept - 1, 0);
  syscall(SYS_close_range, kept + 1, ~0u, 0);
}

void dieWithParent(int parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have gone before the call.
  if (getppid() != parent)
    _exit(1);
}

void refusePrivileges() {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0);
}

static int landlockVersion() {
  return static_cast<int>(
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

bool shutFileSystem() {
  int version = landlockVersion();
  if (version < 1)
    return false;
  landlock_ruleset_attr rules = {};
  // Everything that the kernel can refuse: version 1 knows 13 rights, 2 adds REFER, 3 TRUNCATE.
  rules.handled_access_fs = (1ull << 13) - 1;
  if (version >= 2)
    rules.handled_access_fs |= 1ull << 13;
  if (version >= 3)
    rules.handled_access_fs |= 1ull << 14;
  int ruleset = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0));
  if (ruleset < 0)
    return false;
  bool shut = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return shut;
}

uint64_t privateMemory() {
  unsigned long pages = 0;
  if (FILE *file = fopen("/proc/self/statm", "re")) {
    if (fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
      pages = 0;
    fclose(file);
  }
  return static_cast<uint64_t>(pages) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

static void limit(__rlimit_resource resource, uint64_t value) {
  rlimit both = {value, value};
  setrlimit(resource, &both);
}

void limitResources(const ProcessLimits &limits, uint64_t used) {
  // Beside heap and buffers V8 needs memory of its own: code, zones of the compiler, semispaces.
  constexpr uint64_t margin = 48ull << 20;
  if (used)
    limit(RLIMIT_DATA, used + limits.memoryBytes + margin);
  limit(RLIMIT_CORE, 0);
  // The channel, and one on its way to a child.
  limit(RLIMIT_NOFILE, 8);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
}

void limitCpu(uint64_t milliseconds) {
  // A caller may have left the signal blocked or ignored.
  signal(SIGPROF, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(milliseconds / 1000);
  timer.it_value.tv_usec = static_cast<suseconds_t>(milliseconds % 1000 * 1000);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

int forkSibling() {
  // CLONE_PARENT is beyond fork(); nothing here has threads or handlers that fork() would care for.
  return static_cast<int>(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, 0));
}

std::vector<std::string> explainWalls() {
  int landlock = landlockVersion();
  std::vector<std::string> lines = {
      "process: one per call, forked from one per package, which sees no request",
      "descriptors: closed but the channel to the broker",
      "privileges: no_new_privs, not dumpable",
      "wall time: the broker kills; CPU time: ITIMER_PROF",
      "memory: V8 heap and buffers counted together, RLIMIT_DATA around them",
      "files: RLIMIT_FSIZE 0, RLIMIT_CORE 0, RLIMIT_NOFILE 8",
      "language: no code from strings, no WebAssembly, no SharedArrayBuffer, Atomics.wait refused"};
  lines.push_back(landlock >= 1
                      ? "file system: shut by Landlock (version " + std::to_string(landlock) + ")"
                      : "file system: NOT shut, this kernel has no Landlock");
  lines.push_back("system calls: NOT filtered (no seccomp yet)");
  lines.push_back("user: NOT changed, runs as the caller's");
  return lines;
}

} // namespace agentc
