#include "Programs.h"

#include "agentc/Values/Values.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

using Word = std::optional<llvm::StringRef>;

/// Programs that start another one, which their arguments name.
constexpr llvm::StringLiteral launchers[] = {
    "docker", "podman", "kubectl", "oc",   "nerdctl", "env", "sudo", "doas",
    "xargs",  "nohup",  "timeout", "nice", "wsl",     "lxc", "find", "chroot"};

constexpr llvm::StringLiteral shells[] = {"sh", "bash", "zsh", "dash", "ksh", "ash"};
constexpr llvm::StringLiteral interpreters[] = {
    "sh",     "bash",    "zsh",        "dash",           "ksh",  "ash",
    "cmd",    "cmd.exe", "powershell", "powershell.exe", "pwsh", "node",
    "python", "python3", "perl",       "ruby",           "php",  "osascript"};

/// Programs that join all of their arguments to a command.
constexpr llvm::StringLiteral joining[] = {"ssh", "eval", "cmd", "cmd.exe"};

/// Flags before a text that is run, of interpreters that are not shells.
constexpr llvm::StringLiteral runFlags[] = {"-c",     "-e", "-E", "-p",      "-r",       "-pe",
                                            "--eval", "-B", "-R", "--print", "-Command", "-C",
                                            "/c",     "/C", "/k", "/K"};

/// Programs whose script can run commands: it is their first argument, or follows a flag.
constexpr llvm::StringLiteral scripted[] = {"sed", "gsed", "awk", "gawk", "mawk", "nawk"};

/// The name of a program without its folder.
llvm::StringRef programName(llvm::StringRef program) {
  return program.substr(program.find_last_of("/\\") + 1);
}

bool isInterpreting(const Word &word) {
  return word && llvm::is_contained(interpreters, programName(*word).split(' ').first);
}

Word wordOf(const Value &value) {
  const auto *api = llvm::dyn_cast<ApiValue>(&value);
  if (api && api->path.ends_with(":process.execPath"))
    return llvm::StringRef("node");
  return asString(value);
}

bool isPowerShell(llvm::StringRef name) {
  return name.starts_with("powershell") || name.starts_with("pwsh");
}

} // namespace

bool isInterpreter(const Value *program) { return program && isInterpreting(wordOf(*program)); }

bool readsCode(llvm::ArrayRef<const Value *> arguments) {
  if (arguments.empty() || !isInterpreter(arguments[0]))
    return false;
  if (arguments.size() < 2)
    return true;
  bool reads = false;
  forEachAlternative(*arguments[1], [&](const Value &words) {
    const auto *list = llvm::dyn_cast<ArrayValue>(&words);
    const Value *first = list && !list->elements.empty() ? list->elements[0] : nullptr;
    Word word = first ? asString(*first) : std::nullopt;
    reads |= word ? word->starts_with("-") : !first || !llvm::isa<ApiValue, ResultValue>(first);
  });
  return reads;
}

/// The word that a shell at an index runs: the first that is not an option, if one of these is
/// `-c`.
static RunWords wordOfShell(llvm::ArrayRef<Word> command, size_t shell) {
  bool isCommand = false;
  for (size_t at = shell + 1; at < command.size(); ++at) {
    const Word &word = command[at];
    if (!word)
      return {false, {at}};
    bool isOption = word->size() > 1 && (word->front() == '-' || word->front() == '+');
    if (!isOption)
      return isCommand ? RunWords{false, {at}} : RunWords{};
    if (word->starts_with("--"))
      continue;
    isCommand |= word->front() == '-' && word->contains('c');
    at += word->ends_with("o") || word->ends_with("O"); // it takes the next word
  }
  return {};
}

/// The scripts that a program such as `sed` is given.
static RunWords scriptsIn(llvm::ArrayRef<Word> command) {
  RunWords scripts;
  bool isGiven = false; // by a flag; then the first argument is a file
  for (size_t at = 1; at < command.size(); ++at) {
    const Word &word = command[at];
    if (word && llvm::is_contained({"-e", "--expression", "--source"}, *word)) {
      isGiven = true;
      scripts.indices.push_back(++at);
    } else if (word && llvm::is_contained({"-f", "--file", "-v", "-F", "-l"}, *word)) {
      isGiven |= word->ends_with("f") || word->ends_with("file");
      ++at;
    } else if (!word || !word->starts_with("-")) {
      if (!isGiven)
        scripts.indices.push_back(at);
      break;
    }
  }
  if (!scripts.indices.empty() && scripts.indices.back() >= command.size())
    scripts.indices.pop_back();
  return scripts;
}

RunWords runWords(llvm::ArrayRef<Word> command) {
  if (command.empty() || !command[0])
    return {};
  llvm::StringRef name = programName(*command[0]);
  if (llvm::is_contained(joining, name))
    return {true, {}};
  size_t at = 0;
  if (llvm::is_contained({"su", "runuser", "script"}, name)) {
    at = llvm::find(command, Word("-c")) - command.begin() + 1;
    return at < command.size() ? RunWords{false, {at}} : RunWords{};
  }
  if (llvm::is_contained(scripted, name))
    return scriptsIn(command);
  if (llvm::is_contained(launchers, name))
    at = llvm::find_if(command, isInterpreting) - command.begin();
  else if (!isInterpreting(command[0]))
    return {};
  if (at < command.size() && isPowerShell(programName(*command[at])))
    return {true, {}}; // it joins what follows `-Command`
  if (at < command.size() && llvm::is_contained(shells, programName(*command[at])))
    return wordOfShell(command, at);
  for (++at; at < command.size(); ++at) {
    if (!command[at])
      return {false, {at}};
    if (llvm::is_contained(runFlags, *command[at]))
      return {false, {at + 1}};
    if (!command[at]->starts_with("-"))
      return {}; // a script's name; what follows are its arguments
  }
  return {};
}

RunWords runElements(const Value &command) {
  const auto *list = llvm::dyn_cast<ArrayValue>(&command);
  if (!list || list->open)
    return {!llvm::isa<ArrayValue, ObjectValue>(command), {}};
  llvm::SmallVector<Word> words;
  for (const Value *element : list->elements)
    words.push_back(wordOf(*element));
  return runWords(words);
}

RunWords runArguments(const Value &program, const Value &arguments) {
  llvm::SmallVector<Word> words{wordOf(program)};
  if (!words[0])
    return {};
  const auto *list = llvm::dyn_cast<ArrayValue>(&arguments);
  for (const Value *element : list ? list->elements : llvm::ArrayRef<const Value *>())
    words.push_back(wordOf(*element));
  if (!list || list->open) {
    bool isKnown =
        llvm::any_of(words, isInterpreting) || llvm::is_contained(joining, programName(*words[0]));
    return {isKnown, {}};
  }
  RunWords run = runWords(words);
  for (size_t &index : run.indices)
    --index;
  return run;
}

namespace {

/// The words of a command line, command by command; `holes` are parts that are not known.
class CommandLine {
public:
  /// Reads a part of it. Quotes stay where they are.
  void addText(llvm::StringRef text) {
    while (!text.empty()) {
      llvm::StringRef word = text.take_until([](char c) { return isEnd(c) || llvm::isSpace(c); });
      text = text.drop_front(word.size());
      if (!word.empty())
        add(word.starts_with("$") || word.starts_with("\"$") ? Word() : Word(word), word);
      if (!text.empty() && isEnd(text.front()))
        endCommand();
      text = text.drop_front(std::min<size_t>(1, text.size()));
    }
  }
  void addHole() { add(std::nullopt, {}, holes_++); }

  struct Part {
    llvm::StringRef text;
    std::optional<size_t> hole;
  };
  /// The parts that are run, of all commands.
  llvm::ArrayRef<Part> finish() {
    endCommand();
    return run_;
  }

private:
  static bool isEnd(char c) { return c == ';' || c == '|' || c == '&' || c == '\n'; }
  void add(Word word, llvm::StringRef text, std::optional<size_t> hole = std::nullopt) {
    words_.push_back(word);
    parts_.push_back({text, hole});
  }
  void endCommand() {
    const RunWords run = runWords(words_);
    for (size_t i = 0; i < words_.size(); ++i)
      if (!words_[i] && (run.isAny || llvm::is_contained(run.indices, i)))
        run_.push_back(parts_[i]);
    words_.clear();
    parts_.clear();
  }

  llvm::SmallVector<Word> words_;
  llvm::SmallVector<Part> parts_, run_;
  size_t holes_ = 0;
};

} // namespace

llvm::SmallVector<size_t, 2> runHoles(llvm::ArrayRef<llvm::StringRef> texts) {
  CommandLine line;
  for (size_t i = 0; i < texts.size(); ++i) {
    line.addText(texts[i]);
    if (i + 1 < texts.size())
      line.addHole();
  }
  llvm::SmallVector<size_t, 2> holes;
  for (const CommandLine::Part &part : line.finish())
    if (part.hole)
      holes.push_back(*part.hole);
  return holes;
}

llvm::SmallVector<llvm::StringRef, 2> runVariables(llvm::StringRef script) {
  CommandLine line;
  line.addText(script);
  llvm::SmallVector<llvm::StringRef, 2> names;
  for (const CommandLine::Part &part : line.finish())
    if (!part.hole)
      names.push_back(part.text.trim("\"${}"));
  return names;
}

} // namespace agentc
