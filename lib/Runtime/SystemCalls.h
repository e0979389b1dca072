#ifndef AGENTC_LIB_RUNTIME_SYSTEMCALLS_H
#define AGENTC_LIB_RUNTIME_SYSTEMCALLS_H

#include <cstddef>
#include <cstdint>

namespace agentc {

/// Level 1 is a package's process, level 2 a call's.
enum class Level { Package = 1, Call = 2 };

/// The addresses at which V8 may make pages executable; empty where it must not.
struct CodeRange {
  uint64_t begin = 0;
  uint64_t size = 0;
};

/// True if this kernel, and whatever stands around this process, lets it filter system calls.
bool canFilterSystemCalls();

/// From now on only what SystemCalls.def lists can be asked of the kernel. Level 2 only takes away
/// from level 1, which must have been entered. False where the kernel refuses the filter. Needs
/// no_new_privs.
bool filterSystemCalls(Level level, CodeRange code);

/// How many calls a level allows, and how many it answers with an error.
struct CallCounts {
  unsigned allowed = 0;
  unsigned refused = 0;
};
CallCounts countCalls(Level level);

} // namespace agentc

#endif
