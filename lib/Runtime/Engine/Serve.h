#ifndef AGENTC_LIB_RUNTIME_ENGINE_SERVE_H
#define AGENTC_LIB_RUNTIME_ENGINE_SERVE_H

#include "Channel.h"
#include "agentc/ToolProtocol/EngineProgram.h"

namespace agentc {

/// The life of a zygote, and of every process copied from it: goes through the walls, starts V8,
/// then obeys the frames that come, until the other side of the channel is gone.
[[noreturn]] void serve(Channel channel, int broker, const EngineOptions &options);

} // namespace agentc

#endif
