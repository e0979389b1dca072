#ifndef AGENTC_LIB_RUNTIME_GUARD_H
#define AGENTC_LIB_RUNTIME_GUARD_H

#include "Channel.h"

#include <vector>

namespace agentc {

/// The process groups that a Guard frame names; ends a process that is told nonsense.
std::vector<int> readGroups(llvm::StringRef text);

/// The broker has gone. A package's process may have left copies that nobody knows, which would
/// outlive it.
[[noreturn]] void endWith(const std::vector<int> &groups);

/// The life of a process that kills the groups it is told of when the broker has gone: where the
/// zygote, which does that otherwise, serves a package itself.
[[noreturn]] void guardGroups(Channel channel, int broker);

} // namespace agentc

#endif
