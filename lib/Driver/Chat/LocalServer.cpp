#include "LocalServer.h"

#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Support/ProcessStart.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolProcess.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace agentc {

static llvm::Error cannotStart() {
  return usageError("a server cannot be started: " +
                    describe(std::error_code(errno, std::generic_category())));
}

llvm::Expected<std::unique_ptr<LocalServer>> LocalServer::start(const Options &options) {
  std::unique_ptr<LocalServer> server(new LocalServer());
  if (llvm::Error error = server->launch(options))
    return error;
  return server;
}

llvm::Error LocalServer::launch(const Options &options) {
  std::string state = options.state;
  if (state.empty()) {
    const char *below = std::getenv("TMPDIR");
    std::string name = std::string(below && *below ? below : "/tmp") + "/agentc-chat-XXXXXX";
    if (!mkdtemp(name.data()))
      return cannotStart();
    folder_ = name;
    state = name + "/state";
  }
  Pipe said;
  if (!said.isOpen())
    return cannotStart();
  std::vector<std::string> words = {folderOfProgram() + "/agentc",
                                    "serve",
                                    "--state",
                                    state,
                                    "--listen",
                                    "127.0.0.1:0",
                                    "--models",
                                    options.models};
  if (options.allowsLesserSandbox)
    words.push_back("--allow-lesser-sandbox");
  ProcessStart server(words.front(), words, ownEnvironment());
  // Ctrl-C is meant for the chat, whose end ends the server.
  server.leadGroup();
  // Its log is nobody's, and what it says is read here.
  server.handOnNothing(STDIN_FILENO);
  server.handOnNothing(STDOUT_FILENO);
  server.handOn(said.in(), STDERR_FILENO);
  process_ = forkBound(SIGTERM);
  if (process_ == 0)
    server.become();
  said.closeIn();
  llvm::Error error = process_ < 0 ? cannotStart() : awaitListening(said.out());
  if (error)
    return error;
  auto key = llvm::MemoryBuffer::getFile(state + "/first-key");
  if (!key)
    return usageError("`" + escapeForTerminal(state) + "/first-key`: " + describe(key.getError()));
  key_ = (*key)->getBuffer().trim().str();
  return llvm::Error::success();
}

llvm::Error LocalServer::awaitListening(int said) {
  std::string text;
  char buffer[4096];
  static constexpr llvm::StringLiteral mark = "listening on ";
  while (true) {
    const ssize_t got = read(said, buffer, sizeof buffer);
    if (got < 0)
      return cannotStart();
    if (got == 0) { // it has said why
      const llvm::StringRef said = llvm::StringRef(text).trim();
      return usageError("the server has ended: " +
                        escapeForTerminal(said.substr(said.rfind('\n') + 1)));
    }
    text.append(buffer, static_cast<size_t>(got));
    const auto [before, rest] = llvm::StringRef(text).split(mark);
    if (!rest.contains('\n'))
      continue;
    url_ = rest.split('\n').first.str();
    return llvm::Error::success();
  }
}

LocalServer::~LocalServer() {
  if (process_ > 0) {
    kill(process_, SIGTERM);
    awaitStatus(process_);
  }
  if (!folder_.empty())
    llvm::sys::fs::remove_directories(folder_);
}

} // namespace agentc
