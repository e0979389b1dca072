#include "Terminal.h"

#include "agentc/Diagnostics/EncodedPath.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VersionTuple.h"

#include <unistd.h>

namespace agentc {

namespace {

std::string variableOf(const DriverEnv &env, const char *name) {
  return env.variable(name).value_or("");
}

bool isForced(const DriverEnv &env, const char *name) {
  const std::string value = variableOf(env, name);
  return !value.empty() && value != "0" && value != "false";
}

bool isAtLeast(llvm::StringRef version, llvm::VersionTuple least) {
  llvm::VersionTuple known;
  // `3.5a` and the like: what comes behind the numbers doesn't matter.
  version = version.take_while([](char c) { return llvm::isDigit(c) || c == '.'; });
  return !known.tryParse(version) && known >= least;
}

/// Terminals tell what they are in variables of their own; the others show garbage or nothing.
bool takesLinks(const DriverEnv &env) {
  const std::string term = variableOf(env, "TERM"), program = variableOf(env, "TERM_PROGRAM"),
                    version = variableOf(env, "TERM_PROGRAM_VERSION");
  if (term == "dumb" || !variableOf(env, "CI").empty())
    return false;
  // Inside of tmux and screen the outer terminal's variables say nothing.
  if (program == "tmux")
    return isAtLeast(version, llvm::VersionTuple(3, 4));
  if (llvm::StringRef(term).starts_with("screen") || llvm::StringRef(term).starts_with("tmux"))
    return false;
  unsigned vte = 0;
  if (llvm::to_integer(variableOf(env, "VTE_VERSION"), vte, 10))
    return vte >= 5002; // 0.50.0 and 0.50.1 crash on them
  if (program == "iTerm.app")
    return isAtLeast(version, llvm::VersionTuple(3, 1));
  if (program == "vscode")
    return isAtLeast(version, llvm::VersionTuple(1, 72));
  return program == "WezTerm" || program == "ghostty" || program == "Hyper" ||
         term == "xterm-kitty" || term == "xterm-ghostty" || term == "alacritty" ||
         llvm::StringRef(term).starts_with("foot") || !variableOf(env, "WT_SESSION").empty() ||
         !variableOf(env, "KONSOLE_VERSION").empty() || !variableOf(env, "DOMTERM").empty();
}

std::string fileUri(llvm::StringRef path) {
  char host[256] = {};
  // Terminals open a file only if it lies on their own machine.
  if (::gethostname(host, sizeof host - 1) != 0)
    host[0] = '\0';
  return "file://" + encodePath(host) + encodePath(path);
}

/// The folder of the rules' pages that was installed with the program.
std::string installedPages() {
  const std::string program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  llvm::SmallString<256> folder(
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(program)));
  llvm::sys::path::append(folder, "share", "doc", "agentc", "html");
  llvm::sys::path::append(folder, "reference", "rules");
  return folder.str().str();
}

} // namespace

bool wantsColor(const DriverEnv &env, llvm::StringRef when, bool isTerminal) {
  if (when != "auto")
    return when == "always";
  if (!variableOf(env, "NO_COLOR").empty())
    return false;
  if (isForced(env, "CLICOLOR_FORCE") || isForced(env, "FORCE_COLOR"))
    return true;
  const std::string term = variableOf(env, "TERM");
  return isTerminal && !term.empty() && term != "dumb";
}

bool wantsLinks(const DriverEnv &env, llvm::StringRef when, bool isTerminal) {
  if (when != "auto")
    return when == "always";
  if (env.variable("FORCE_HYPERLINK"))
    return isForced(env, "FORCE_HYPERLINK");
  return isTerminal && takesLinks(env);
}

std::string rulePageUri(const RuleInfo &rule) {
  static const std::string folder = installedPages();
  llvm::SmallString<256> file(folder);
  llvm::sys::path::append(file, rule.name + ".html");
  if (llvm::sys::fs::exists(file))
    return fileUri(file);
  const llvm::StringRef address = AGENTC_DOCS_URL;
  return address.empty() ? ""
                         : (address.rtrim('/') + "/reference/rules/" + rule.name + ".html").str();
}

} // namespace agentc
