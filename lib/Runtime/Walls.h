#ifndef AGENTC_LIB_RUNTIME_WALLS_H
#define AGENTC_LIB_RUNTIME_WALLS_H

#include "Channel.h"

#include <string>
#include <vector>

namespace agentc {

/// How a process of the sandbox ends when its memory is used up. Code of the guest cannot choose an
/// exit code, so the broker takes this as the host's word.
inline constexpr int exitMemoryLimit = 77;

/// Closes every descriptor but one, drops privileges for good, ends with the broker, writes no
/// core.
void closeDescriptorsBut(int kept);
void dieWithParent(int parent);
void refusePrivileges();
/// Shuts the file system by Landlock; false where the kernel has none.
bool shutFileSystem();
/// Private writable memory in use, as RLIMIT_DATA counts it.
uint64_t privateMemory();
/// Bounds memory beyond `used`, files and core dumps.
void limitResources(const ProcessLimits &limits, uint64_t used);
/// The process dies by SIGPROF after so much CPU time; 0 stops the clock.
void limitCpu(uint64_t milliseconds);

/// A copy of this process whose parent is this one's own parent, so that the broker hears from the
/// kernel how it ends.
int forkSibling();

/// What stands on this machine, one line each, for `--explain-sandbox`.
std::vector<std::string> explainWalls();

} // namespace agentc

#endif
