#ifndef AGENTC_LIB_RUNTIME_SERVE_H
#define AGENTC_LIB_RUNTIME_SERVE_H

#include "Channel.h"

namespace agentc {

/// The life of every process of the sandbox. The first is the zygote, with V8 and the prelude; a
/// Fork frame makes a copy of whatever the process is by then, on its own channel: a package
/// process of the zygote, a call's process of a package process. Never returns.
[[noreturn]] void serve(Channel channel, int broker);

} // namespace agentc

#endif
