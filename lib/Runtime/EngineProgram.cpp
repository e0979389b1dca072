#include "EngineProgram.h"

#include "agentc/ToolProtocol/ToolProcess.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace agentc {

static std::string engineFolder() { return folderOfProgram() + "/../lib/agentc"; }

llvm::Error findEngine() {
  std::string folder = engineFolder();
  for (const char *file : {"/node", "/engine.so"})
    if (access((folder + file).c_str(), R_OK) != 0)
      return llvm::createStringError(std::error_code(errno, std::generic_category()),
                                     "the sandbox's engine is not at `" + folder + file + "`");
  return llvm::Error::success();
}

void becomeEngine(Channel channel, int broker, const EngineOptions &options) {
  // The loader takes blanks and colons for the ends of names, so it gets one that has none.
  if (chdir(engineFolder().c_str()) != 0)
    _exit(1);
  fcntl(channel.descriptor(), F_SETFD, 0);
  std::string words[] = {"agentc-sandbox",
                         "serve",
                         std::to_string(channel.descriptor()),
                         std::to_string(broker),
                         options.jitless ? "jitless" : "compiling",
                         options.fewCalls ? "few-calls" : "many-calls"};
  char *arguments[std::size(words) + 1] = {};
  for (size_t i = 0; i < std::size(words); ++i)
    arguments[i] = words[i].data();
  // Nothing of the caller's, which may hold secrets.
  std::string preload = "LD_PRELOAD=./engine.so", zone = "TZ=UTC";
  char *environment[] = {preload.data(), zone.data(), nullptr};
  execve("./node", arguments, environment);
  _exit(1);
}

} // namespace agentc
