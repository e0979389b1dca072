#ifndef AGENTC_LIB_RUNTIME_SERVE_H
#define AGENTC_LIB_RUNTIME_SERVE_H

#include "Channel.h"

#include "agentc/Runtime/Broker.h"

namespace agentc {

/// The life of a zygote, and of every process copied from it: goes through the walls, starts V8,
/// then obeys the frames that come, until the other side of the channel is gone.
[[noreturn]] void serve(Channel channel, int broker, const SandboxOptions &options);

/// The life of a process without V8 that kills the groups it is told of when the broker has gone:
/// where the zygote, which does that otherwise, serves a package itself.
[[noreturn]] void guardGroups(Channel channel, int broker, const SandboxOptions &options);

} // namespace agentc

#endif
