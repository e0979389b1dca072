#ifndef AGENTC_TOOLPROTOCOL_ENGINEPROGRAM_H
#define AGENTC_TOOLPROTOCOL_ENGINEPROGRAM_H

#include "agentc/Support/ProcessStart.h"

#include "llvm/Support/Error.h"

namespace agentc {

/// How V8 is to be set up, as it crosses the command line of its program.
struct EngineOptions {
  bool jitless = false;
  bool fewCalls = false;
};

/// Checks that the program with V8, and the library loaded into it, are in their place:
/// `../lib/agentc`, seen from this program, or for the first where npm installs it.
llvm::Error findEngine();

/// A start of the program that has V8, as a sandbox's first process: the zygote. Everything is made
/// ready when it is constructed.
class EngineProgram {
public:
  /// The process will get the descriptor, an environment of its own, and nothing else of this one.
  EngineProgram(int channel, const EngineOptions &options);

  /// Starts it as a child of this process, which is the broker or will become that, and as the
  /// leader of a process group. Allocates nothing, as is asked after `fork`. An error number, or 0.
  int start(pid_t &pid);

private:
  ProcessStart start_;
};

} // namespace agentc

#endif
