#include "agentc/CommandLine/FlagCompletions.h"

#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace agentc {

namespace {

using Parts = llvm::ArrayRef<FlagPart>;

/// A text between single quotes, as all three shells take it.
std::string inQuotes(llvm::StringRef text) {
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

template <typename Visit> void eachFlag(Parts parts, Visit visit) {
  for (const FlagPart &part : parts)
    for (const FlagInfo &flag : part.flags)
      visit(flag);
}

bool isFolder(const FlagInfo &flag) { return flag.value == "FOLDER"; }

std::string bashScript(llvm::StringRef program, Parts parts) {
  std::string words, cases;
  eachFlag(parts, [&](const FlagInfo &flag) {
    words += (words.empty() ? "" : " ") + flag.name + (flag.value.empty() ? "" : "=");
    for (const std::string &other : flag.others)
      words += " " + other;
    if (flag.value.empty())
      return;
    const std::string asked =
        isFolder(flag) ? "-d" : "-W " + inQuotes(llvm::join(flag.values, " "));
    cases += "    " + flag.name + ") " + (isFolder(flag) ? "compopt -o filenames; " : "") +
             "mapfile -t COMPREPLY < <(compgen " + asked + " -- \"$current\") ;;\n";
  });
  std::string function = "_" + program.str();
  std::replace(function.begin(), function.end(), '-', '_');
  return "# Completions of " + program.str() + " for bash.\n" + function + R"sh(() {
  local current=${COMP_WORDS[COMP_CWORD]} flag=
  COMPREPLY=()
  # bash takes `--flag=value` for three words.
  if [[ $current == '=' ]]; then
    flag=${COMP_WORDS[COMP_CWORD-1]} current=
  elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD-1]} == '=' ]]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
  fi
  case $flag in
)sh" + cases +
         "    '')\n      mapfile -t COMPREPLY < <(compgen -W " + inQuotes(words) +
         " -- \"$current\")\n"
         "      if [[ ${COMPREPLY[*]} == *= ]]; then compopt -o nospace; fi ;;\n"
         "  esac\n}\ncomplete -F " +
         function + " " + program.str() + "\n";
}

/// A text in one of `_arguments`' brackets.
std::string inBrackets(llvm::StringRef text) {
  std::string result;
  for (char c : text)
    result += (llvm::StringRef("[]:\\").contains(c) ? "\\" : "") + std::string(1, c);
  return result;
}

std::string zshScript(llvm::StringRef program, Parts parts) {
  std::string arguments;
  eachFlag(parts, [&](const FlagInfo &flag) {
    std::vector<std::string> names = {flag.name + (flag.value.empty() ? "" : "=")};
    llvm::append_range(names, flag.others);
    const std::string action =
        isFolder(flag) ? "_files -/" : "(" + llvm::join(flag.values, " ") + ")";
    for (const std::string &name : names)
      arguments +=
          " \\\n    " + inQuotes(name + "[" + inBrackets(flag.text) + "]" +
                                 (flag.value.empty() ? "" : ":" + flag.value + ":" + action));
  });
  const std::string name = program.str();
  return "#compdef " + name + "\n# Completions of " + name + " for zsh.\n_" + name +
         "() {\n  _arguments" + arguments + "\n}\nif [[ $funcstack[1] == _" + name + " ]]; then _" +
         name + " \"$@\"; else compdef _" + name + " " + name + "; fi\n";
}

std::string fishScript(llvm::StringRef program, Parts parts) {
  const std::string begin = "complete -c " + program.str();
  std::string text = "# Completions of " + program.str() + " for fish.\n" + begin + " -f\n";
  eachFlag(parts, [&](const FlagInfo &flag) {
    text += begin + " -l " + llvm::StringRef(flag.name).ltrim('-').str();
    for (const std::string &other : flag.others)
      if (!llvm::StringRef(other).starts_with("--"))
        text += " -s " + llvm::StringRef(other).ltrim('-').str();
    if (isFolder(flag))
      text += " -x -a '(__fish_complete_directories)'";
    else if (!flag.value.empty())
      text += " -x -a " + inQuotes(llvm::join(flag.values, " "));
    text += " -d " + inQuotes(flag.text) + "\n";
  });
  return text;
}

} // namespace

llvm::Error writeFileBelow(llvm::StringRef folder, const llvm::Twine &name, llvm::StringRef text) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  const llvm::StringRef parent = llvm::sys::path::parent_path(path);
  if (std::error_code error = llvm::sys::fs::create_directories(parent))
    return usageError("cannot make `" + escapeForTerminal(parent) + "`: " + describe(error));
  return writeFileAtomically(path, text);
}

std::vector<CompletionScript> flagCompletions(llvm::StringRef program, Parts parts) {
  const std::string name = program.str();
  return {{"bash-completion/completions/" + name, bashScript(program, parts)},
          {"zsh/vendor-completions/_" + name, zshScript(program, parts)},
          {"fish/vendor_completions.d/" + name + ".fish", fishScript(program, parts)}};
}

} // namespace agentc
