#include "agentc/Mcp/Serve.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

// `agentc mcp` becomes this program: agentc-mcp OFFER PID CHANNEL, a descriptor with what is
// offered, and the sandbox's process with the channel to it.
int main(int count, char **arguments) {
  int numbers[3];
  bool isRight = count == 4;
  for (int i = 0; isRight && i < 3; ++i)
    isRight = llvm::to_integer(arguments[i + 1], numbers[i], 10);
  if (!isRight) {
    llvm::errs()
        << "agentc-mcp: error: `agentc mcp` starts this program; try `agentc mcp --help`\n";
    return 2;
  }
  const auto [offer, process, channel] = numbers;
  llvm::Error error = agentc::serveOffer(
      offer, agentc::ToolProcess::adopt({process, channel}),
      [](const std::string &url) { llvm::errs() << "agentc: note: serving at " << url << '\n'; });
  if (!error)
    return 0;
  llvm::errs() << "agentc-mcp: error: " << llvm::toString(std::move(error)) << '\n';
  return 2;
}
