#include "Walls.h"

#include "Sanitized.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/landlock.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace agentc {

static void closeRange(unsigned first, unsigned last) {
  if (first > last || syscall(SYS_close_range, first, last, 0) == 0)
    return;
  // Kernels before 5.9, and containers that refuse what they do not know.
  rlimit open = {};
  getrlimit(RLIMIT_NOFILE, &open);
  for (unsigned each = first; each <= last && each < open.rlim_max; ++each)
    close(static_cast<int>(each));
}

#ifdef AGENTC_SANITIZED
// The sanitizer's reports go to the standard error of whoever started the sandbox.
static constexpr int lastStream = STDOUT_FILENO;
// Its shadow, and what it keeps of freed memory.
static constexpr uint64_t sanitizersMemory = 1ull << 30;
#else
static constexpr int lastStream = STDERR_FILENO;
static constexpr uint64_t sanitizersMemory = 0;
#endif

void closeDescriptorsBut(int kept) {
  const unsigned number = static_cast<unsigned>(kept);
  if (number > 0) {
    closeRange(0, std::min<unsigned>(number - 1, lastStream));
    closeRange(STDERR_FILENO + 1, number - 1);
  }
  closeRange(number + 1, ~0u);
  // V8 prints to 1 and 2, text of the guest within. Were they free, a channel to come would get
  // their numbers; so they are what nobody can write to, the end of a pipe that is only for
  // reading.
  int ends[2];
  if (pipe(ends) != 0)
    _exit(1);
  for (int stream = STDIN_FILENO; stream <= lastStream; ++stream)
    if (stream != kept && stream != ends[0])
      dup2(ends[0], stream);
  if (ends[1] > STDERR_FILENO)
    close(ends[1]);
  if (ends[0] > STDERR_FILENO)
    close(ends[0]);
}

static bool becomeUser(uid_t id) {
  return setgroups(0, nullptr) == 0 && setresgid(id, id, id) == 0 && setresuid(id, id, id) == 0;
}

static void dropCapabilities() {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  syscall(SYS_capset, &header, none);
}

bool dropUser(int broker) {
  // No account has these numbers, so nothing is theirs; and no other broker's processes have the
  // same, so that they can neither see nor count each other.
  constexpr uid_t firstUser = 2000000000;
  constexpr uid_t nobody = 65534;
  bool apart;
  if (geteuid() == 0)
    // A container may know only few numbers.
    apart = becomeUser(firstUser + static_cast<uid_t>(broker)) || (becomeUser(nobody), false);
  else
    // The namespace adds a count of processes; the other walls shut everything else as well.
    apart = unshare(CLONE_NEWUSER) == 0;
  dropCapabilities();
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0);
  return apart;
}

static void limit(__rlimit_resource resource, uint64_t value) {
  rlimit both = {value, value};
  setrlimit(resource, &both);
}

void limitProcesses() {
  // The zygote, and for each of 64 calls at once its own process, its package's, the next call's
  // and one that is ending.
  limit(RLIMIT_NPROC, 1 + 4 * 64);
}

void dieWithParent(int parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have gone before the call.
  if (getppid() != parent)
    _exit(1);
}

int landlockVersion() {
  long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? static_cast<int>(version) : 0;
}

/// The kernel's landlock_ruleset_attr as of version 6; headers may be older.
struct LandlockRules {
  uint64_t files, network, scoped;
};

static void restrictBy(const LandlockRules &rules, int version) {
  size_t size = version >= 6 ? sizeof rules : version >= 4 ? 16 : 8;
  int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size, 0));
  if (ruleset < 0)
    _exit(1);
  if (syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
    _exit(1);
  close(ruleset);
}

bool shutFileSystem() {
  int version = landlockVersion();
  if (version < 1)
    return false;
  LandlockRules rules = {};
  // Everything that the kernel can refuse but signals: version 1 knows 13 rights, 2 adds REFER,
  // 3 TRUNCATE, 4 binding and connecting of TCP, 5 IOCTL_DEV, 6 abstract sockets out of the
  // sandbox.
  rules.files = (1ull << 13) - 1;
  if (version >= 2)
    rules.files |= 1ull << 13;
  if (version >= 3)
    rules.files |= 1ull << 14;
  if (version >= 4)
    rules.network = 3;
  if (version >= 5)
    rules.files |= 1ull << 15;
  if (version >= 6)
    rules.scoped = 1;
  restrictBy(rules, version);
  return true;
}

void shutSignals() {
  int version = landlockVersion();
  if (version >= 6)
    restrictBy({0, 0, 2}, version);
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

void limitResources(const ProcessLimits &limits, uint64_t used) {
  // Beside heap and buffers V8 needs memory of its own: code, zones of the compiler, semispaces.
  constexpr uint64_t margin = (48ull << 20) + sanitizersMemory;
  if (used)
    limit(RLIMIT_DATA, used + limits.memoryBytes + margin);
  // Whole seconds, and above what the timer allows: for a copy that never set its timer.
  limit(RLIMIT_CPU, limits.cpuMs / 1000 + 2);
  limit(RLIMIT_CORE, 0);
  // The channel, and one on its way to a child.
  limit(RLIMIT_NOFILE, 8);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
}

void limitCpu(uint64_t milliseconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(milliseconds / 1000);
  timer.it_value.tv_usec = static_cast<suseconds_t>(milliseconds % 1000 * 1000);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void resetSignals() {
  signal(SIGPROF, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool enterLevel(Level level, CodeRange code) {
  // A package's process must not run where the zygote could have walled it in; a call's may rely on
  // its parent's filter, which is not asked again because it would refuse the question.
  if (level == Level::Package && !canFilterSystemCalls())
    return false;
  if (!filterSystemCalls(level, code))
    _exit(1);
  return true;
}

int forkSibling() {
  // CLONE_PARENT is beyond fork(); nothing here has threads or handlers that fork() would care for.
  return static_cast<int>(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, 0));
}

} // namespace agentc
