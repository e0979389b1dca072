#ifndef AGENTC_RUNTIME_BROKER_H
#define AGENTC_RUNTIME_BROKER_H

#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include <memory>
#include <string>
#include <vector>

namespace agentc {

/// Runs requests, each call in a process of its own, and decides what they may use. Has no V8 in
/// its own process. One thread; one request at a time.
class Broker {
public:
  Broker();
  ~Broker();
  Broker(const Broker &) = delete;
  Broker &operator=(const Broker &) = delete;

  /// Starts the zygote, so that V8 gets ready while a request is still being read.
  llvm::Error start();
  /// Answers one request. An error means that the machine failed, never that the tool did.
  llvm::Expected<ToolReport> run(const ToolRequest &request);

private:
  class Processes;
  std::unique_ptr<Processes> processes_;
};

/// What the sandbox enforces on this machine, one line each, truthfully.
std::vector<std::string> explainSandbox();

/// The version of V8 that runs tools.
std::string engineVersion();

} // namespace agentc

#endif
