#include "agentc/ToolProtocol/EngineProgram.h"

#include "agentc/ToolProtocol/ToolProcess.h"

#include <cerrno>
#include <charconv>
#include <unistd.h>

namespace agentc {

#if defined(__aarch64__)
#define AGENTC_NPM_PLATFORM "linux-arm64"
#else
#define AGENTC_NPM_PLATFORM "linux-x64"
#endif

static std::string engineFolder() { return folderOfProgram() + "/../lib/agentc"; }

static bool isThere(const std::string &file) { return access(file.c_str(), R_OK) == 0; }

/// V8's program, seen from the engine's folder. npm installs it as a package of its own, beside the
/// package of the programs or in it; only there is it looked for elsewhere.
static std::string programOf(llvm::StringRef folder) {
  constexpr llvm::StringLiteral here = "./node";
  if (!folder.contains("/node_modules/@agentc/" AGENTC_NPM_PLATFORM "/") ||
      isThere((folder + "/" + here).str()))
    return here.str();
  for (const char *place : {"../../../engine-" AGENTC_NPM_PLATFORM "/node",
                            "../../node_modules/@agentc/engine-" AGENTC_NPM_PLATFORM "/node"})
    if (isThere((folder + "/" + place).str()))
      return place;
  return here.str();
}

llvm::Error findEngine() {
  const std::string folder = engineFolder();
  for (const std::string &file : {programOf(folder), std::string("engine.so")})
    if (!isThere(folder + "/" + file))
      return llvm::createStringError(std::error_code(errno, std::generic_category()),
                                     "the sandbox's engine is not at `" + folder + "/" +
                                         llvm::StringRef(file).ltrim("./") + "`");
  return llvm::Error::success();
}

EngineProgram::EngineProgram(int channel, const EngineOptions &options)
    : folder_(engineFolder()), program_(programOf(folder_)), channel_(std::to_string(channel)),
      options_(options) {
  posix_spawn_file_actions_init(&actions_);
  // The loader takes blanks and colons for the ends of names, so it gets one that has none.
  posix_spawn_file_actions_addchdir_np(&actions_, folder_.c_str());
  // Onto itself, which is what keeps it open.
  posix_spawn_file_actions_adddup2(&actions_, channel, channel);
  posix_spawnattr_init(&attributes_);
  posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
}

EngineProgram::~EngineProgram() {
  posix_spawn_file_actions_destroy(&actions_);
  posix_spawnattr_destroy(&attributes_);
}

int EngineProgram::start(pid_t &pid) {
  *std::to_chars(broker_.data(), broker_.data() + broker_.size() - 1, getpid()).ptr = '\0';
  auto word = [](const char *text) { return const_cast<char *>(text); };
  char *arguments[] = {word("agentc-sandbox"),
                       word("serve"),
                       channel_.data(),
                       broker_.data(),
                       word(options_.jitless ? "jitless" : "compiling"),
                       word(options_.fewCalls ? "few-calls" : "many-calls"),
                       nullptr};
  // Nothing of the caller's, which may hold secrets.
  char *environment[] = {word("LD_PRELOAD=./engine.so"), word("TZ=UTC"), nullptr};
  return posix_spawn(&pid, program_.c_str(), &actions_, &attributes_, arguments, environment);
}

} // namespace agentc
