#ifndef AGENTC_LIB_RUNTIME_ENGINEPROGRAM_H
#define AGENTC_LIB_RUNTIME_ENGINEPROGRAM_H

#include "Channel.h"

#include "llvm/Support/Error.h"

namespace agentc {

/// How V8 is to be set up, as it crosses the command line of its program.
struct EngineOptions {
  bool jitless = false;
  bool fewCalls = false;
};

/// Whether the program that has V8, and what is loaded into it, lie where they belong: in
/// `../lib/agentc`, as seen from this program.
llvm::Error findEngine();

/// Makes this process the zygote: replaces the program by the one that has V8, which gets the
/// channel, an environment of its own, and nothing else that was this one's.
[[noreturn]] void becomeEngine(Channel channel, int broker, const EngineOptions &options);

} // namespace agentc

#endif
