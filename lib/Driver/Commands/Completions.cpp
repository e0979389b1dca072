#include "Completions.h"

#include "Flags/OptionIds.h"

#include "Reports/BundleReport.h"

#include "agentc/CommandLine/FlagCompletions.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Support/Text.h"
#include "agentc/Support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace agentc {

namespace {

/// The scripts ask the program itself at every key, so that they never lag behind it.
struct Shell {
  llvm::StringRef name;
  llvm::StringRef file; ///< below the folder `share`
  llvm::StringRef script;
};

constexpr Shell shells[] = {
    {"bash", "bash-completion/completions/agentc", R"sh(# Completions of agentc for bash.
_agentc() {
  local program=${COMP_WORDS[0]/#\~/$HOME} current=${COMP_WORDS[COMP_CWORD]} kind word rest
  program=${program/%agentc-extract-config/agentc}
  [[ $current == '=' ]] && current=
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS=$'\t' read -r word rest; do COMPREPLY+=("$word"); done
  } < <("$program" completions --complete-at "$COMP_CWORD" -- "${COMP_WORDS[@]}" 2>/dev/null)
  case $kind in
    files) kind=-f ;;
    folders) kind=-d ;;
    *) return 0 ;;
  esac
  compopt -o filenames
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$kind" -- "$current")
}
complete -F _agentc agentc agentc-extract-config
)sh"},
    {"zsh", "zsh/vendor-completions/_agentc", R"sh(#compdef agentc agentc-extract-config
# Completions of agentc for zsh.
_agentc() {
  local program=${(Q)words[1]/#\~/$HOME} kind line
  local -a answer described
  program=${program/%agentc-extract-config/agentc}
  answer=("${(@f)$(
    "$program" completions --complete-at $((CURRENT - 1)) -- "${(@Q)words}" 2>/dev/null
  )}")
  kind=$answer[1]
  for line in "${(@)answer[2,-1]}"; do
    [[ -n $line ]] && described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  (( $#described )) && _describe -V agentc described
  case $kind in
    files) compset -P '*='; _files ;;
    folders) compset -P '*='; _files -/ ;;
  esac
}
if [[ $funcstack[1] == _agentc ]]; then
  _agentc "$@"
else
  compdef _agentc agentc agentc-extract-config
fi
)sh"},
    {"fish", "fish/vendor_completions.d/agentc.fish", R"sh(# Completions of agentc for fish.
function __agentc_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r 'agentc-extract-config$' agentc -- $before[1])
    set -l at (count $before)
    set -l answer ($program completions --complete-at $at -- $before $current 2>/dev/null)
    set -l kind $answer[1]
    set -e answer[1]
    for line in $answer
        echo $line
    end
    set -l typed (string replace -r '^--[a-z-]+=' '' -- $current)
    set -l flag (string match -r '^--[a-z-]+=' -- $current; or echo '')
    switch $kind
        case files
            printf '%s\n' $flag(__fish_complete_path $typed)
        case folders
            printf '%s\n' $flag(__fish_complete_directories $typed '')
    end
end
complete -c agentc -f -a '(__agentc_complete)'
complete -c agentc-extract-config -f -a '(__agentc_complete)'
)sh"},
};

ShellWords rulesToChoose() {
  ShellWords found;
  const Catalog &catalog = fullCatalog();
  for (const RuleInfo *rule : catalog.rules())
    found.words.push_back({rule->name.str(), rule->summary.str()});
  return found;
}

ShellWords subcommandsToChoose(bool withHelp) {
  ShellWords found;
  for (const Subcommand *subcommand : allSubcommands())
    found.words.push_back({subcommand->name.str(), subcommand->summary});
  if (withHelp)
    found.words.push_back({"help", "tells all about one subcommand"});
  return found;
}

/// Returns the completions for a flag's value, by its listed values or its name.
ShellWords valuesOf(const FlagInfo &flag) {
  ShellWords found;
  for (const std::string &value : flag.values)
    found.words.push_back({value, ""});
  const llvm::StringRef value = flag.value;
  if (value == "RULE")
    return rulesToChoose();
  if (value == "FILE" || value.ends_with(".pem"))
    found.paths = ShellWords::Paths::Files;
  else if (value == "FOLDER")
    found.paths = ShellWords::Paths::Folders;
  return found;
}

ShellWords inputsOf(const Subcommand &subcommand) {
  ShellWords found;
  switch (subcommand.inputs) {
  case Inputs::Files:
    found.paths = ShellWords::Paths::Files;
    break;
  case Inputs::Rules:
    return rulesToChoose();
  case Inputs::CacheVerbs:
    // `ensure` takes a file.
    found.paths = ShellWords::Paths::Files;
    for (const char *verb : {"ensure", "list", "verify", "gc"})
      found.words.push_back({verb, ""});
    break;
  case Inputs::Shells:
    for (const Shell &shell : shells)
      found.words.push_back({shell.name.str(), ""});
    break;
  case Inputs::None:
    break;
  }
  return found;
}

ShellWords flagsToChoose(llvm::ArrayRef<FlagPart> parts) {
  ShellWords found;
  for (const FlagPart &part : parts)
    for (const FlagInfo &flag : part.flags) {
      found.words.push_back({flag.name, flag.text});
      for (const std::string &other : flag.others)
        found.words.push_back({other, flag.text});
    }
  return found;
}

const FlagInfo *flagNamed(llvm::ArrayRef<FlagPart> parts, llvm::StringRef name) {
  for (const FlagPart &part : parts)
    for (const FlagInfo &flag : part.flags)
      if (flag.name == name || llvm::is_contained(flag.others, name))
        return flag.value.empty() ? nullptr : &flag;
  return nullptr;
}

/// Keeps the words that begin as what was typed, each behind a prefix that the shell counts in.
ShellWords only(ShellWords found, llvm::StringRef typed, llvm::StringRef prefix = "") {
  llvm::erase_if(found.words, [&](const Definition &word) {
    return !llvm::StringRef(word.term).starts_with(typed);
  });
  for (Definition &word : found.words)
    word.term = prefix.str() + word.term;
  return found;
}

/// Returns the completions for the word at the end of a subcommand's arguments.
ShellWords completeArgument(const Subcommand &subcommand, llvm::ArrayRef<std::string> before,
                            llvm::StringRef typed) {
  const std::vector<FlagPart> parts = flagsOf(subcommand);
  if (llvm::is_contained(before, "--"))
    return only(inputsOf(subcommand), typed);
  // bash takes `--flag=value` for three words.
  if (typed == "=" && !before.empty())
    if (const FlagInfo *flag = flagNamed(parts, before.back()))
      return valuesOf(*flag);
  if (before.size() > 1 && before.back() == "=")
    if (const FlagInfo *flag = flagNamed(parts, before[before.size() - 2]))
      return only(valuesOf(*flag), typed);
  if (!before.empty())
    if (const FlagInfo *flag = flagNamed(parts, before.back()))
      return only(valuesOf(*flag), typed);
  if (typed.starts_with("-") && typed.contains('=')) {
    auto [name, value] = typed.split('=');
    const FlagInfo *flag = flagNamed(parts, name);
    return flag ? only(valuesOf(*flag), value, (name + "=").str()) : ShellWords();
  }
  return only(typed.starts_with("-") ? flagsToChoose(parts) : inputsOf(subcommand), typed);
}

llvm::StringRef pathsName(ShellWords::Paths paths) {
  switch (paths) {
  case ShellWords::Paths::None:
    return "words";
  case ShellWords::Paths::Files:
    return "files";
  case ShellWords::Paths::Folders:
    return "folders";
  }
  llvm_unreachable("all kinds of paths are named");
}

llvm::Error writeManualPage(llvm::StringRef folder, const CommandPage &page) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printManualPage(page, version(), out);
  return writeFileBelow(folder, "man/man1/" + manualPageName(page.command) + ".1", text);
}

llvm::Expected<int> completions(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  if (const llvm::opt::Arg *index = arguments.getLastArg(OPT_complete_at)) {
    size_t at = 0;
    if (!llvm::to_integer(index->getValue(), at, 10))
      return usageError("`--complete-at` takes a number");
    ShellWords found = complete(arguments.getAllArgValues(OPT_INPUT), at);
    env.out << pathsName(found.paths) << '\n';
    for (const Definition &word : found.words)
      env.out << word.term << '\t' << word.text << '\n';
    return ExitClean;
  }
  llvm::Expected<std::string> name = onlyInput(arguments, "shell");
  if (!name)
    return name.takeError();
  std::vector<std::string> known;
  for (const Shell &shell : shells) {
    if (shell.name == *name) {
      env.out << shell.script;
      return ExitClean;
    }
    known.push_back(shell.name.str());
  }
  return usageError("there are no completions for `" + escapeForTerminal(*name) +
                    "`; there are for `" + llvm::join(known, "`, `") + "`");
}

} // namespace

ShellWords complete(llvm::ArrayRef<std::string> words, size_t at) {
  if (at == 0 || at > words.size())
    return {};
  std::vector<std::string> before(words.begin() + 1, words.begin() + static_cast<ptrdiff_t>(at));
  const std::string typed = at < words.size() ? words[at] : "";
  if (llvm::sys::path::filename(words[0]) == "agentc-extract-config")
    before.insert(before.begin(), extractConfigSubcommand.name.str());
  if (before.empty()) {
    const auto program = flagParts(optionInfos(), llvm::opt::Visibility(unsigned{ForProgram}));
    return only(llvm::StringRef(typed).starts_with("-") ? flagsToChoose(program)
                                                        : subcommandsToChoose(true),
                typed);
  }
  if (before[0] == "help")
    return before.size() == 1 ? only(subcommandsToChoose(false), typed) : ShellWords();
  const Subcommand *subcommand = findSubcommand(before[0]);
  return subcommand ? completeArgument(*subcommand, llvm::ArrayRef(before).drop_front(), typed)
                    : ShellWords();
}

llvm::Error writePages(llvm::StringRef folder) {
  if (llvm::Error error = writeManualPage(folder, programPage()))
    return error;
  for (const Subcommand *subcommand : allSubcommands())
    if (llvm::Error error = writeManualPage(folder, pageOf(*subcommand)))
      return error;
  for (const Shell &shell : shells)
    if (llvm::Error error = writeFileBelow(folder, shell.file, shell.script))
      return error;
  return llvm::Error::success();
}

const Subcommand completionsSubcommand = {
    "completions",
    ForCompletions,
    "SHELL",
    "prints a script that completes agentc's command lines, for bash, zsh or fish",
    "  # in ~/.bashrc\n"
    "  source <(agentc completions bash)\n"
    "  # once, for fish\n"
    "  agentc completions fish > ~/.config/fish/completions/agentc.fish\n",
    completions,
    CommandGroup::More,
    "",
    Formats::TextAndJson,
    Inputs::Shells};

} // namespace agentc
