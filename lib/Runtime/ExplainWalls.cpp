#include "agentc/Runtime/Broker.h"

#include "Walls.h"

#include "agentc/Support/ProcessStart.h"
#include "agentc/Support/Version.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace agentc {

namespace {

/// A process's view of itself after it went through the walls. Crosses the channel as bytes.
struct Findings {
  uint64_t user = 0;
  uint64_t landlock = 0;
  bool descriptorsClosed = false;
  bool countedApart = false;
  bool privilegesGone = false;
  bool filesShut = false;
  bool limited = false;
  bool filtered = false; ///< seen from outside: the process died of the call that it tried
};

bool areDescriptorsClosed(int channel) {
  // The standard streams are there so that nothing else gets their numbers; they cannot be written.
  for (int each = STDIN_FILENO; each <= STDERR_FILENO; ++each)
    if (each != channel && (fcntl(each, F_GETFL) & O_ACCMODE) != O_RDONLY)
      return false;
  for (int each = STDERR_FILENO + 1; each < 256; ++each)
    if (each != channel && fcntl(each, F_GETFD) >= 0)
      return false;
  return true;
}

bool arePrivilegesGone() {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct held[2] = {};
  if (syscall(SYS_capget, &header, held) != 0)
    return false;
  for (const __user_cap_data_struct &word : held)
    if (word.effective || word.permitted || word.inheritable)
      return false;
  return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 && prctl(PR_GET_DUMPABLE) != 1;
}

bool isLimited(__rlimit_resource resource, uint64_t highest) {
  rlimit both = {};
  return getrlimit(resource, &both) == 0 && both.rlim_max <= highest;
}

/// Goes through the walls up to a level, tells what it found, and tries what must end it there.
[[noreturn]] void tryWalls(Channel channel, int broker, Level level) {
  Findings findings;
  closeDescriptorsBut(channel.descriptor());
  findings.descriptorsClosed = areDescriptorsClosed(channel.descriptor());
  resetSignals();
  findings.countedApart = dropUser(broker);
  if (findings.countedApart)
    limitProcesses();
  dieWithParent(broker);
  findings.user = geteuid();
  findings.privilegesGone = arePrivilegesGone();
  uint64_t memoryInUse = privateMemory();
  shutFileSystem();
  findings.landlock = static_cast<uint64_t>(landlockVersion());
  findings.filesShut = open("/", O_RDONLY | O_DIRECTORY) < 0 && errno == EACCES;
  ProcessLimits limits{1000, 64ull << 20};
  limitResources(limits, memoryInUse);
  shutSignals();
  findings.limited = isLimited(RLIMIT_DATA, 1ull << 30) && isLimited(RLIMIT_FSIZE, 0) &&
                     isLimited(RLIMIT_CORE, 0) && isLimited(RLIMIT_NOFILE, 8);
  if (!channel.send(FrameKind::Log,
                    llvm::StringRef(reinterpret_cast<char *>(&findings), sizeof findings)))
    _exit(1);
  if (!enterLevel(Level::Package, {}))
    _exit(0);
  if (level == Level::Call) {
    enterLevel(Level::Call, {});
    // At level 1 this would be a copy like any call's.
    if (forkSibling() == 0)
      _exit(0);
  } else {
    syscall(SYS_socket, 0, 0, 0);
  }
  _exit(0);
}

llvm::Expected<Findings> find(Level level) {
  Channel ours, theirs;
  int broker = getpid();
  pid_t pid = Channel::makePair(ours, theirs) ? fork() : -1;
  if (pid < 0)
    return llvm::createStringError(std::error_code(errno, std::generic_category()),
                                   "no process to try the walls");
  if (pid == 0)
    tryWalls(std::move(theirs), broker, level);
  theirs = Channel();
  std::optional<Frame> frame = ours.receive();
  const int status = awaitStatus(pid);
  Findings findings;
  if (!frame || frame->payload.size() != sizeof findings)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "a process does not get through the sandbox's walls");
  memcpy(&findings, frame->payload.data(), sizeof findings);
  findings.filtered = WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
  return findings;
}

using State = Wall::State;

Wall filterWall(Level level, bool stands) {
  std::string name = level == Level::Package ? "level 1" : "level 2";
  if (!stands)
    return {name, "system calls", State::Missing,
            "seccomp is missing here, or refused by what surrounds this process"};
  CallCounts counts = countCalls(level);
  return {name, "system calls", State::Stands,
          std::to_string(counts.allowed) + " allowed, " + std::to_string(counts.refused) +
              " answered with an error, all others end the process (seccomp)"};
}

} // namespace

bool filtersSystemCalls() { return canFilterSystemCalls(); }

llvm::Expected<std::vector<Wall>> explainSandbox(const SandboxOptions &options) {
  llvm::Expected<Findings> package = find(Level::Package);
  if (!package)
    return package.takeError();
  llvm::Expected<Findings> call = find(Level::Call);
  if (!call)
    return call.takeError();
  std::vector<Wall> walls;
  auto add = [&](const char *name, bool stands, std::string detail, std::string otherwise,
                 State missing = State::Missing) {
    walls.push_back({"levels 1 and 2", name, stands ? State::Stands : missing,
                     stands ? std::move(detail) : std::move(otherwise)});
  };
  add("processes", true,
      "one per call, copied from one per package, which sees no request; V8 " +
          engineVersion().str() + " in a program of its own",
      "");
  add("descriptors", call->descriptorsClosed, "closed but the channel to the broker",
      "others than the channel stay open");
  add("user", call->user != 0, "user " + std::to_string(call->user) + ", never root",
      "runs as root, which cannot be changed here");
  add("privileges", call->privilegesGone, "no capabilities, no_new_privs, not dumpable",
      "capabilities or new privileges remain");
  add("number of processes", call->countedApart, "RLIMIT_NPROC 257, counted apart",
      "no user of its own and no user namespace to count them in", State::Optional);
  add("file system", call->filesShut,
      "shut by Landlock (version " + std::to_string(call->landlock) + ")",
      "this kernel has no Landlock, or something around this process forbids it");
  add("resources", call->limited,
      "memory (counted by V8's allocator and RLIMIT_DATA), CPU time (timer and RLIMIT_CPU), no "
      "files, no core",
      "resource limits do not hold");
  add("wall time", true, "the broker kills", "");
  add("executable memory", package->filtered && call->filtered,
      options.jitless ? "none can be made" : "only within V8's code range",
      "not watched without seccomp");
  walls.push_back(filterWall(Level::Package, package->filtered));
  walls.push_back(filterWall(Level::Call, call->filtered));
  return walls;
}

} // namespace agentc
