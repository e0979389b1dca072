// Shows the system calls left to a process of the sandbox whose code is not V8's: a child goes
// through the sandbox's own walls and then tries system calls, each in a process of its own.
// Never part of a build that is shipped.
//
//   compromised-child numbers LEVEL   every number: `NUMBER NAME RESULT`, a name only if listed
//   compromised-child named LEVEL     calls with the arguments of an attack: `NAME: RESULT`
//
// A result is `killed` (SIGSYS), an error's name, `returned`, or another way the process ended.
#include "Walls.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace agentc;

namespace {

constexpr int returned = 200;
/// Crosses a multiple of 4 GB, where a comparison by halves could go wrong.
constexpr uint64_t codeBegin = 0x5fff80000, codeSize = 0x100000;
/// No processor has larger pages.
constexpr int64_t pageSize = 65536;

using Attempt = llvm::function_ref<long()>;

/// Goes through the walls and makes one attempt there; how it ended.
std::string attempt(Level level, Attempt attempt) {
  int broker = getpid();
  Channel ours, theirs;
  if (!Channel::makePair(ours, theirs))
    return "no channel";
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    // Descriptor 0, so that numbers tried without arguments meet it.
    dup2(theirs.descriptor(), 0);
    closeDescriptorsBut(0);
    resetSignals();
    if (dropUser(broker))
      limitProcesses();
    dieWithParent(broker);
    uint64_t used = privateMemory();
    shutFileSystem();
    limitResources({1000, 64ull << 20}, used);
    mmap(reinterpret_cast<void *>(codeBegin - pageSize), codeSize + 2 * pageSize, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (!enterLevel(Level::Package, {codeBegin, codeSize}))
      _exit(201);
    if (level == Level::Call)
      enterLevel(Level::Call, {});
    long result = attempt();
    _exit(result == -1 ? errno : returned);
  }
  theirs = Channel();
  int status = 0;
  alarm(10);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    continue;
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGSYS ? "killed" : std::string(strsignal(WTERMSIG(status)));
  int code = WEXITSTATUS(status);
  if (code == returned)
    return "returned";
  if (code == 201)
    return "not filtered";
  const char *name = strerrorname_np(code);
  return code ? name ? name : std::to_string(code) : "exited";
}

const char *listedName(long number) {
  switch (number) {
#define ALLOWED(NAME, LEVELS, CONDITION, WHY)                                                      \
  case __NR_##NAME:                                                                                \
    return #NAME;
#define REFUSED(NAME, ERROR, WHY)                                                                  \
  case __NR_##NAME:                                                                                \
    return #NAME;
#include "SystemCalls.def"
#undef ALLOWED
#undef REFUSED
  default:
    return "-";
  }
}

#ifdef __x86_64__
/// A call by the kernel's 32-bit entry, all of whose arguments are 0.
long callBy32BitEntry(long number) {
  asm volatile("int $0x80"
               : "+a"(number)
               : "b"(0), "c"(0), "d"(0), "S"(0), "D"(0)
               : "memory", "r8", "r9", "r10", "r11");
  return number;
}

/// Some machines have no such entry: the instruction ends any process there.
bool has32BitEntry() {
  constexpr long getpid = 20;
  pid_t pid = fork();
  if (pid == 0) {
    callBy32BitEntry(getpid);
    _exit(0);
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFEXITED(status);
}
#endif

void tryNumbers(Level level) {
  constexpr long last = 600;
  // Without a time it would wait for good.
  static const timespec atOnce = {};
  for (long number = 0; number <= last; ++number) {
    const long third = number == __NR_ppoll ? reinterpret_cast<long>(&atOnce) : 0;
    printf("%ld %s %s\n", number, listedName(number),
           attempt(level, [&] { return syscall(number, 0, 0, third, 0, 0, 0); }).c_str());
  }
#ifdef __x86_64__
  // x32: the same calls under numbers of their own.
  for (long number : {0, 1, 2, 9, 20, 39, 41, 56, 57, 59, 62, 101, 157, 231, 520, 547})
    printf("x32:%ld - %s\n", number,
           attempt(level, [&] { return syscall(0x40000000 | number, 0, 0, 0, 0, 0, 0); }).c_str());
  if (!has32BitEntry())
    return;
  // Numbers that mean other calls there.
  for (long number : {1, 3, 5, 11, 20, 45, 90, 102, 120, 125, 252, 383})
    printf("int80:%ld - %s\n", number,
           attempt(level, [&] { return callBy32BitEntry(number); }).c_str());
#endif
}

void *code(int64_t offset) { return reinterpret_cast<void *>(codeBegin + offset); }

void tryNamed(Level level) {
  auto report = [&](const char *name, Attempt each) {
    printf("level %d: %s: %s\n", static_cast<int>(level), name, attempt(level, each).c_str());
  };
  constexpr int executable = PROT_READ | PROT_EXEC;
  constexpr int writable = PROT_READ | PROT_WRITE;
  constexpr int anonymous = MAP_PRIVATE | MAP_ANONYMOUS;
  char *const arguments[] = {nullptr};
  char bytes[64] = {};
#ifdef __NR_open
  report("open", [] { return syscall(SYS_open, "/etc/passwd", O_RDONLY); });
  report("fork", [] { return syscall(SYS_fork); });
  report("vfork", [] { return syscall(SYS_vfork); });
#endif
  report("openat", [] { return syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY); });
  report("openat of the process",
         [] { return syscall(SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDWR); });
  report("execve", [&] { return syscall(SYS_execve, "/bin/true", arguments, arguments); });
  report("execveat",
         [&] { return syscall(SYS_execveat, 0, "", arguments, arguments, AT_EMPTY_PATH); });
  report("socket", [] { return syscall(SYS_socket, AF_INET, SOCK_STREAM, 0); });
  report("socketpair", [&] { return syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, bytes); });
  report("connect", [&] { return syscall(SYS_connect, 0, bytes, 16); });
  report("ptrace", [] { return syscall(SYS_ptrace, 0, 0, 0, 0); });
  report("process_vm_readv",
         [] { return syscall(SYS_process_vm_readv, getppid(), 0, 0, 0, 0, 0); });
  report("kill", [] { return syscall(SYS_kill, 1, SIGKILL); });
  report("kill of all", [] { return syscall(SYS_kill, -1, SIGKILL); });
  report("tgkill", [] { return syscall(SYS_tgkill, getpid(), getpid(), SIGABRT); });
  report("pidfd_open", [] { return syscall(SYS_pidfd_open, 1, 0); });
  report("clone with memory", [] { return syscall(SYS_clone, CLONE_VM | SIGCHLD, 0, 0, 0, 0); });
  report("clone as thread",
         [] { return syscall(SYS_clone, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND, 0, 0, 0, 0); });
  report("clone with namespace",
         [] { return syscall(SYS_clone, CLONE_PARENT | CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0); });
  report("clone3", [&] { return syscall(SYS_clone3, bytes, sizeof bytes); });
  report("unshare", [] { return syscall(SYS_unshare, CLONE_NEWUSER); });
  report("prctl", [] { return syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0); });
  report("prctl of life", [] { return syscall(SYS_prctl, PR_SET_PDEATHSIG, 0, 0, 0, 0); });
  report("seccomp with listener",
         [&] { return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 8, bytes); });
  report("setpgid", [] { return syscall(SYS_setpgid, 0, 0); });
  report("setsid", [] { return syscall(SYS_setsid); });
  report("setrlimit", [] { return syscall(SYS_prlimit64, 0, 0, 0, 0); });
  report("io_uring_setup", [&] { return syscall(SYS_io_uring_setup, 8, bytes); });
  report("bpf", [&] { return syscall(SYS_bpf, 0, bytes, sizeof bytes); });
  report("perf_event_open", [&] { return syscall(SYS_perf_event_open, bytes, 0, -1, -1, 0); });
  report("userfaultfd", [] { return syscall(SYS_userfaultfd, 1); });
  report("memfd_create", [] { return syscall(SYS_memfd_create, "code", 0); });
  report("shmget", [] { return syscall(SYS_shmget, 0, pageSize, 0); });
  report("timer without limit", [] { return syscall(SYS_setitimer, ITIMER_REAL, 0, 0); });
  report("futex wait", [&] { return syscall(SYS_futex, bytes, 128, 0, 0, 0, 0); });
  report("mmap executable",
         [&] { return syscall(SYS_mmap, 0, pageSize, executable, anonymous, -1, 0); });
  report("mmap executable over code", [&] {
    return syscall(SYS_mmap, code(0), pageSize, executable, anonymous | MAP_FIXED, -1, 0);
  });
  report("mmap shared", [] {
    return syscall(SYS_mmap, 0, pageSize, writable, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  });
  report("mmap of a descriptor",
         [] { return syscall(SYS_mmap, 0, pageSize, PROT_READ, MAP_PRIVATE, 0, 0); });
  report("mremap",
         [] { return syscall(SYS_mremap, code(0), pageSize, 2 * pageSize, MREMAP_MAYMOVE, 0); });
  report("mprotect executable", [&] {
    void *page = mmap(nullptr, pageSize, writable, anonymous, -1, 0);
    return syscall(SYS_mprotect, page, pageSize, executable);
  });
  report("mprotect below code",
         [] { return syscall(SYS_mprotect, code(-pageSize), pageSize, executable); });
  report("mprotect into code",
         [] { return syscall(SYS_mprotect, code(-pageSize), 2 * pageSize, executable); });
  report("mprotect behind code",
         [] { return syscall(SYS_mprotect, code(codeSize), pageSize, executable); });
  report("mprotect out of code",
         [] { return syscall(SYS_mprotect, code(codeSize - pageSize), 2 * pageSize, executable); });
  report("mprotect 4 GB above",
         [] { return syscall(SYS_mprotect, code(1ll << 32), pageSize, executable); });
  report("mprotect with long size",
         [] { return syscall(SYS_mprotect, code(0), (1ull << 32) + pageSize, executable); });
  report("mprotect growing",
         [] { return syscall(SYS_mprotect, code(0), pageSize, PROT_READ | PROT_GROWSDOWN); });
  report("madvise other", [] { return syscall(SYS_madvise, code(0), pageSize, MADV_HUGEPAGE); });
  // The calls that V8 and the start of a call need keep working.
  report("needed: mprotect of first code",
         [] { return syscall(SYS_mprotect, code(0), pageSize, executable); });
  report("needed: mprotect of last code",
         [] { return syscall(SYS_mprotect, code(codeSize - pageSize), pageSize, executable); });
  report("needed: mprotect of all code",
         [] { return syscall(SYS_mprotect, code(0), codeSize, executable | PROT_WRITE); });
  report("needed: mmap", [] { return syscall(SYS_mmap, 0, pageSize, writable, anonymous, -1, 0); });
  report("needed: madvise", [] { return syscall(SYS_madvise, code(0), pageSize, MADV_DONTNEED); });
  report("needed: getrandom", [&] { return syscall(SYS_getrandom, bytes, 8, 0); });
  report("copy for the broker", [] { return forkSibling() == 0 ? (_exit(0), 0L) : 0L; });
  report("CPU timer", [] { return limitCpu(1000), 0L; });
  report("another filter", [] { return filterSystemCalls(Level::Call, {}) ? 0L : -1L; });
  report("close", [] { return syscall(SYS_close, 0); });
}

} // namespace

int main(int count, char **arguments) {
  llvm::StringRef what = count == 3 ? arguments[1] : "", which = count == 3 ? arguments[2] : "";
  if ((what != "numbers" && what != "named") || (which != "1" && which != "2")) {
    fprintf(stderr, "usage: compromised-child numbers|named 1|2\n");
    return 2;
  }
  Level level = which == "1" ? Level::Package : Level::Call;
  what == "numbers" ? tryNumbers(level) : tryNamed(level);
  return 0;
}
