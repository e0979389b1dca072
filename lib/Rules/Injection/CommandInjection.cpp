#include "InputSinks.h"
#include "Programs.h"

#include "agentc/Program/MemberIndex.h"

#include "agentc/Values/ApiPath.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

namespace agentc::rules {

namespace {

/// How a function starts a program.
enum class Style {
  Line,      ///< its first argument is a command for the shell
  Arguments, ///< its first argument is a program; with a shell, the second is part of the command
};

struct Starter {
  llvm::StringLiteral path;
  Style style;
};

constexpr Starter starters[] = {
    {"module:child_process.exec"_api, Style::Line},
    {"module:child_process.execSync"_api, Style::Line},
    {"module:child_process.spawn"_api, Style::Arguments},
    {"module:child_process.spawnSync"_api, Style::Arguments},
    {"module:child_process.execFile"_api, Style::Arguments},
    {"module:child_process.execFileSync"_api, Style::Arguments},
    {"module:child_process.fork"_api, Style::Arguments},
    {"module:cross-spawn"_api, Style::Arguments},
    {"module:cross-spawn.sync"_api, Style::Arguments},
    {"module:cross-spawn.spawn"_api, Style::Arguments},
    {"module:execa"_api, Style::Arguments},
    {"module:execa.execa"_api, Style::Arguments},
    {"module:execa.execaSync"_api, Style::Arguments},
    {"module:execa.sync"_api, Style::Arguments},
    {"module:execa.command"_api, Style::Line},
    {"module:execa.commandSync"_api, Style::Line},
    {"module:execa.execaCommand"_api, Style::Line},
    {"module:execa.execaCommandSync"_api, Style::Line},
    {"module:shelljs.exec"_api, Style::Line},
    {"module:node-cmd.run"_api, Style::Line},
    {"module:node-cmd.runSync"_api, Style::Line},
    {"module:tinyexec.x"_api, Style::Arguments},
    {"module:node-pty.spawn"_api, Style::Arguments},
    {"global:Bun.spawn"_api, Style::Line},
    {"global:Bun.spawnSync"_api, Style::Line},
    {"global:Deno.Command"_api, Style::Line},
};

/// Methods of clients that hand a command to a shell elsewhere.
struct RemoteShell {
  llvm::StringLiteral module, method;
};
constexpr RemoteShell remoteShells[] = {
    {"ssh2", "exec"},
    {"node-ssh", "execCommand"},
    {"node-ssh", "exec"},
    {"simple-ssh", "exec"},
    {"e2b", "run"},
    {"@e2b/code-interpreter", "run"},
    {"@daytonaio/sdk", "executeCommand"},
};
/// The expression that gives a program's options a member; null if there is none.
const ast::Node *option(llvm::ArrayRef<const Value *> arguments, llvm::StringRef name) {
  for (const Value *argument : arguments)
    if (const auto *options = llvm::dyn_cast<ObjectValue>(argument))
      if (const PropertyValue *one = options->find(name))
        return one->site;
  return nullptr;
}

/// Functions that write a file.
constexpr llvm::StringLiteral writers[] = {"writeFile",      "writeFileSync", "appendFile",
                                           "appendFileSync", "outputFile",    "outputFileSync"};

/// True if a call writes to a shell that reads commands: `spawn('bash').stdin.write`.
bool writesToShell(const Values &values, const ApiUse &use) {
  if (use.module != "child_process" ||
      !(use.path.ends_with("().stdin.write") || use.path.ends_with("().stdin.end")))
    return false;
  bool isShell = false;
  forEachAlternative(values.of(*use.node), [&](const Value &value) {
    const auto *api = llvm::dyn_cast<ApiValue>(&value);
    isShell |= api && api->receiver && readsCode(api->receiver->arguments);
  });
  return isShell;
}

bool isRemoteShell(const ApiUse &use) {
  return llvm::any_of(remoteShells, [&](const RemoteShell &one) {
    return use.module == one.module && lastName(use.path) == one.method;
  });
}

/// True if the options ask for a shell around the program.
bool usesShell(llvm::ArrayRef<const Value *> arguments) {
  for (const Value *argument : arguments) {
    const auto *options = llvm::dyn_cast<ObjectValue>(argument);
    const PropertyValue *shell = options ? options->find("shell") : nullptr;
    const auto *choice = shell ? llvm::dyn_cast<BooleanValue>(shell->value) : nullptr;
    if (shell && (!choice || choice->value) && !llvm::isa<UndefinedValue>(shell->value))
      return true;
  }
  return false;
}

/// Packages whose `$` runs a template as a command, each hole quoted.
constexpr llvm::StringLiteral shellModules[] = {"zx", "zx/core", "execa", "bun", "dax-sh", "dax"};

bool isShellTag(const Value &value) {
  bool isOne = false;
  forEachAlternative(value, [&](const Value &one) {
    const auto *api = llvm::dyn_cast<ApiValue>(&one);
    llvm::StringRef path = api ? api->path : llvm::StringRef();
    path.consume_back("()"); // with options
    if (path.consume_front("module:") && path.consume_back(".$"))
      isOne |= llvm::is_contained(shellModules, path);
    isOne |= path.ends_with(":Bun.$");
  });
  return isOne;
}

class CommandChecker {
public:
  CommandChecker(const CheckContext &context, RuleReporter &report)
      : program_(context.program), values_(context.values), uses_(context.uses), report_(report),
        flow_(context.input) {}

  void run() {
    for (const ApiUse &use : uses_.all())
      if (isPlainCall(use))
        checkCall(use);
    for (const ApiUse &use : uses_.all())
      if (!started_.empty() && isPlainCall(use))
        checkScript(use);
    program_.forEach<ast::TaggedTemplateExpression>(
        [&](const ast::TaggedTemplateExpression &tagged) { checkTemplate(tagged); });
    reportLost(report_, flow_, "a command");
  }

private:
  void checkCall(const ApiUse &use) {
    const auto *starter =
        llvm::find_if(starters, [&](const Starter &one) { return one.path == use.path; });
    if (starter == std::end(starters)) {
      if (isRemoteShell(use) || writesToShell(values_, use) ||
          (isShellTag(values_.of(*use.node)) && llvm::isa<ArrayValue>(use.arguments[0])))
        return tell(use, inputOf(values_, flow_, use, 0, TextUse::Command), false);
      return checkContainer(use);
    }
    if (llvm::isa<ArrayValue>(use.arguments[0])) { // Bun's list of a program and its arguments
      RunWords run = runElements(*use.arguments[0]);
      run.indices.push_back(0);
      return tell(use, intoRun(use, 0, run), false);
    }
    std::vector<InputTrace> traces = inputOf(values_, flow_, use, 0, TextUse::Command);
    bool isLine = starter->style == Style::Line;
    if (!traces.empty())
      return tell(use, traces, !isLine);
    if (!isLine && use.arguments.size() > 1)
      traces = usesShell(use.arguments)
                   ? inputOf(values_, flow_, use, 1, TextUse::Command)
                   : intoRun(use, 1, runArguments(*use.arguments[0], *use.arguments[1]));
    noteFiles(use);
    if (!traces.empty() || !isInterpreter(use.arguments[0]))
      return tell(use, traces, false);
    if (const ast::Node *input = option(use.arguments, "input"))
      traces = flow_.into(*input, TextUse::Command);
    const ast::Node *variables = option(use.arguments, "env");
    const auto *list =
        use.arguments.size() > 1 ? llvm::dyn_cast<ArrayValue>(use.arguments[1]) : nullptr;
    for (const Value *word : list &&variables ? list->elements : llvm::ArrayRef<const Value *>())
      for (llvm::StringRef name : runVariables(asString(*word).value_or("")))
        for (InputTrace &trace : flow_.intoMember(*variables, name, TextUse::Command))
          traces.push_back(std::move(trace));
    tell(use, traces, false);
  }

  /// The files that a program or an interpreter is started with.
  void noteFiles(const ApiUse &use) {
    auto note = [&](const Value &value) {
      if (std::optional<llvm::StringRef> name = asString(value))
        started_.insert(llvm::sys::path::filename(*name, llvm::sys::path::Style::posix));
    };
    note(*use.arguments[0]);
    const auto *list =
        use.arguments.size() > 1 ? llvm::dyn_cast<ArrayValue>(use.arguments[1]) : nullptr;
    if (list && isInterpreter(use.arguments[0]))
      for (const Value *element : list->elements)
        note(*element);
  }

  /// Scripts that are written with a tool's input in them, and started.
  void checkScript(const ApiUse &use) {
    std::optional<llvm::StringRef> name =
        use.arguments.size() > 1 ? asString(*use.arguments[0]) : std::nullopt;
    if (name && use.module.starts_with("fs") && llvm::is_contained(writers, lastName(use.path)) &&
        started_.contains(llvm::sys::path::filename(*name, llvm::sys::path::Style::posix)))
      tell(use, inputOf(values_, flow_, use, 1, TextUse::Command), false);
  }

  /// How the input gets into those elements of an argument that are run.
  std::vector<InputTrace> intoRun(const ApiUse &use, size_t argument, const RunWords &run) {
    if (run.isAny)
      return inputOf(values_, flow_, use, argument, TextUse::Command);
    const auto *call = llvm::dyn_cast<ast::CallExpression>(use.call);
    bool isWritten = call && call->arguments.size() == use.arguments.size();
    const auto *list = llvm::dyn_cast<ArrayValue>(use.arguments[argument]);
    for (size_t index : run.indices) {
      std::vector<InputTrace> traces;
      if (isWritten)
        traces =
            flow_.intoMember(*call->arguments[argument], std::to_string(index), TextUse::Command);
      else if (list && index < list->elements.size())
        traces = flow_.into(*list->elements[index], TextUse::Command);
      if (!traces.empty())
        return traces;
    }
    return {};
  }

  /// Commands for Docker's service, as lists of words.
  void checkContainer(const ApiUse &use) {
    if (use.module != "dockerode")
      return;
    llvm::StringRef method = lastName(use.path);
    if (method == "run" && use.arguments.size() > 1)
      return tell(use, intoRun(use, 1, runElements(*use.arguments[1])), false);
    const auto *options = method == "exec" || method == "createContainer"
                              ? llvm::dyn_cast<ObjectValue>(use.arguments[0])
                              : nullptr;
    for (llvm::StringRef key : {"Cmd", "Entrypoint"}) {
      const PropertyValue *command = options ? options->find(key) : nullptr;
      if (!command || !command->site)
        continue;
      RunWords run = runElements(*command->value);
      if (run.isAny)
        tell(use, flow_.into(*command->site, TextUse::Command), false);
      for (size_t index : run.indices)
        tell(use, flow_.intoMember(*command->site, std::to_string(index), TextUse::Command), false);
    }
  }

  /// A template whose holes are quoted, each as one word.
  void checkTemplate(const ast::TaggedTemplateExpression &tagged) {
    const auto *quasi = llvm::dyn_cast<ast::TemplateLiteral>(tagged.quasi);
    if (!quasi || !isShellTag(values_.of(*tagged.tag)))
      return;
    llvm::SmallVector<llvm::StringRef> texts;
    for (const ast::Node *part : quasi->quasis)
      texts.push_back(llvm::cast<ast::TemplateElement>(part)->raw);
    const bool isOpen = isUnquoted();
    llvm::SmallVector<size_t, 2> run = runHoles(texts);
    for (size_t i = 0; i < quasi->expressions.size(); ++i)
      if (isOpen || llvm::is_contained(run, i))
        for (const InputTrace &trace : flow_.into(*quasi->expressions[i], TextUse::Command))
          addWay(report_.at(*quasi->expressions[i], commandMessage(trace, false)), program_, trace,
                 tagged);
  }

  /// True if the program puts a function of its own in the place of the one that quotes.
  bool isUnquoted() const {
    return llvm::any_of(
        memberIndexOf(program_).of("quote").writes,
        [&](const ast::MemberExpression *write) { return isShellTag(values_.of(*write->object)); });
  }

  static std::string commandMessage(const InputTrace &trace, bool isProgram) {
    return inputMessage(trace, isProgram ? "the choice of a program" : "a command",
                        isProgram ? "only names from a list should get there"
                                  : "start the program without a shell, with a list of arguments");
  }
  void tell(const ApiUse &use, const std::vector<InputTrace> &traces, bool isProgram) {
    for (const InputTrace &trace : traces)
      addWay(report_.at(use, commandMessage(trace, isProgram)), program_, trace, *use.node);
  }

  const agentc::Program &program_;
  const Values &values_;
  const ApiUses &uses_;
  RuleReporter &report_;
  InputFlow flow_;
  llvm::StringSet<> started_; ///< names of files, without their folders
};

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  CommandChecker(context, report).run();
}

extern const Rule CommandInjection = {{.id = "AC6202",
                                       .name = "command-injection",
                                       .group = "injection",
                                       .severity = Severity::Error,
                                       .summary = "commands put together from a tool's input",
                                       .precision = Precision::High,
                                       .cwe = 78},
                                      check};

} // namespace agentc::rules
