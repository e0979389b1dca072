#ifndef AGENTC_LIB_TOOLPROTOCOL_BROKERSTART_H
#define AGENTC_LIB_TOOLPROTOCOL_BROKERSTART_H

#include "agentc/ToolProtocol/EngineProgram.h"

#include <vector>

namespace agentc {

struct StartedBroker {
  pid_t pid;
  int channel; ///< the other end of its standard input and output
};

/// Starts `agentc-tool-run` found beside this program; with `engine`, its zygote too, which gets
/// ready while that is still being loaded.
llvm::Expected<StartedBroker> startBroker(std::vector<std::string> arguments,
                                          const EngineOptions *engine);

} // namespace agentc

#endif
