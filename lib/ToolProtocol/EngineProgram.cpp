#include "agentc/ToolProtocol/EngineProgram.h"

#include "agentc/ToolProtocol/ToolProcess.h"

#include <array>
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

/// The word that says who the broker is, once that is known.
static constexpr size_t brokerWord = 3;

EngineProgram::EngineProgram(int channel, const EngineOptions &options)
    : start_(programOf(engineFolder()),
             {"agentc-sandbox", "serve", std::to_string(channel), std::string(16, ' '),
              options.jitless ? "jitless" : "compiling",
              options.fewCalls ? "few-calls" : "many-calls"},
             // Nothing of the caller's, which may hold secrets.
             {"LD_PRELOAD=./engine.so", "TZ=UTC"}) {
  // The loader takes blanks and colons for the ends of names, so it gets one that has none.
  start_.setFolder(engineFolder());
  start_.handOn(channel, channel);
  start_.leadGroup();
}

int EngineProgram::start(pid_t &pid) {
  std::array<char, 16> broker;
  const char *end = std::to_chars(broker.begin(), broker.end(), getpid()).ptr;
  start_.setWord(brokerWord, {broker.data(), static_cast<size_t>(end - broker.data())});
  return start_.spawn(pid);
}

} // namespace agentc
