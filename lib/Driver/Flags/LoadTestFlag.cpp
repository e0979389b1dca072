#include "LoadTestFlag.h"

#include "OptionIds.h"

namespace agentc {

llvm::Error startForLoadTest(const llvm::opt::InputArgList &arguments,
                             std::optional<ToolProcess> &sandbox) {
  if (arguments.hasArg(OPT_no_load_test))
    return llvm::Error::success();
  llvm::Expected<ToolProcess> started = ToolProcess::start(forLoading);
  if (!started)
    return llvm::joinErrors(
        started.takeError(),
        usageError("the load test needs the sandbox; `--no-load-test` leaves it out"));
  sandbox.emplace(std::move(*started));
  return llvm::Error::success();
}

} // namespace agentc
