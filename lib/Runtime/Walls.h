#ifndef AGENTC_LIB_RUNTIME_WALLS_H
#define AGENTC_LIB_RUNTIME_WALLS_H

#include "Channel.h"
#include "SystemCalls.h"

namespace agentc {

/// How a process of the sandbox ends when its memory is used up. Code of the guest cannot choose an
/// exit code, so the broker takes this as the host's word.
inline constexpr int exitMemoryLimit = 77;

/// Every wall of the sandbox, in the order in which a process goes through them. Functions that
/// answer false met a machine that has no such wall; where a wall that the machine has cannot be
/// put up, they end the process.

/// Closes every descriptor but one; what is printed leads nowhere from then on.
void closeDescriptorsBut(int kept);
/// Becomes nobody: as root, a user of no account that this broker alone uses; else, where that is
/// permitted, its caller's user in a namespace of its own. Drops all capabilities and takes no new
/// privileges. Says whether it may count processes of its own (see limitProcesses).
bool dropUser(int broker);
/// Bounds copies of itself, where they are counted apart from the caller's other processes.
void limitProcesses();
/// Dies by SIGKILL when the parent does. Comes after dropUser, which would undo it.
void dieWithParent(int parent);
/// Shuts the file system and TCP by Landlock; false where the kernel has none.
bool shutFileSystem();
/// Shuts signals to other packages' processes by Landlock, where it can. Not for the zygote: it
/// must be able to kill what an earlier one has left.
void shutSignals();
/// Private writable memory in use, as RLIMIT_DATA counts it.
uint64_t privateMemory();
/// Bounds memory beyond `used`, CPU time of each copy, files and core dumps.
void limitResources(const ProcessLimits &limits, uint64_t used);
/// The process dies by SIGPROF after so much CPU time; 0 stops the clock.
void limitCpu(uint64_t milliseconds);
/// SIGPROF ends the process, whatever its caller left blocked or ignored.
void resetSignals();
/// Enters a level; false where the machine cannot filter system calls.
bool enterLevel(Level level, CodeRange code);

/// The version of Landlock, 0 without it.
int landlockVersion();

/// A copy of this process whose parent is this one's own parent, so that the broker hears from the
/// kernel how it ends.
int forkSibling();

} // namespace agentc

#endif
