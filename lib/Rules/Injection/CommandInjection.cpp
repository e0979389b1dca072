#include "InputSinks.h"

#include "agentc/Values/ApiPath.h"

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
/// Programs that start another one, which their arguments name.
constexpr llvm::StringLiteral launchers[] = {
    "docker", "podman", "kubectl", "oc",   "nerdctl", "env", "sudo", "doas",  "su",
    "xargs",  "nohup",  "timeout", "nice", "wsl",     "lxc", "ssh",  "chroot"};

/// Programs that run what an argument says.
constexpr llvm::StringLiteral interpreters[] = {
    "sh",   "bash", "zsh",    "dash",    "ksh",  "cmd",  "cmd.exe", "powershell", "powershell.exe",
    "pwsh", "node", "python", "python3", "perl", "ruby", "php",     "osascript"};

/// The name of a program without its folder, if it is known.
std::optional<llvm::StringRef> programName(const Value *program) {
  std::optional<llvm::StringRef> name = program ? asString(*program) : std::nullopt;
  return name ? std::optional(name->substr(name->find_last_of("/\\") + 1)) : std::nullopt;
}

bool isInterpreter(const Value *program) {
  std::optional<llvm::StringRef> name = programName(program);
  return name && llvm::is_contained(interpreters, name->split(' ').first);
}

/// True if a program runs what its arguments say: `bash`, `ssh`, `docker exec web sh`.
bool runsArguments(llvm::ArrayRef<const Value *> arguments) {
  std::optional<llvm::StringRef> name = programName(arguments[0]);
  if (isInterpreter(arguments[0]) || name == llvm::StringRef("ssh"))
    return true;
  const auto *list = arguments.size() > 1 ? llvm::dyn_cast<ArrayValue>(arguments[1]) : nullptr;
  return name && list && llvm::is_contained(launchers, *name) &&
         llvm::any_of(list->elements, isInterpreter);
}

/// The text that the options give a program to read.
const ast::Node *inputOption(llvm::ArrayRef<const Value *> arguments) {
  for (const Value *argument : arguments)
    if (const auto *options = llvm::dyn_cast<ObjectValue>(argument))
      if (const PropertyValue *input = options->find("input"))
        return input->site;
  return nullptr;
}

/// True if a call writes to a shell that reads commands: `spawn('bash').stdin.write`.
bool writesToShell(const Values &values, const ApiUse &use) {
  if (use.module != "child_process" ||
      !(use.path.ends_with("().stdin.write") || use.path.ends_with("().stdin.end")))
    return false;
  bool isShell = false;
  forEachAlternative(values.of(*use.node), [&](const Value &value) {
    const auto *api = llvm::dyn_cast<ApiValue>(&value);
    isShell |= api && api->receiver && !api->receiver->arguments.empty() &&
               isInterpreter(api->receiver->arguments[0]);
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

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  InputFlow flow(context.program, context.values, context.config);
  for (const ApiUse &use : context.uses.all()) {
    if (!isPlainCall(use))
      continue;
    const auto *starter =
        llvm::find_if(starters, [&](const Starter &one) { return one.path == use.path; });
    bool isStarter = starter != std::end(starters);
    bool isLine = isStarter ? starter->style == Style::Line
                            : isRemoteShell(use) || writesToShell(context.values, use);
    if (!isStarter && !isLine)
      continue;
    std::vector<InputTrace> traces = inputOf(context.values, flow, use, 0, TextUse::Command);
    bool isProgram = !traces.empty() && !isLine;
    if (traces.empty() && !isLine && (usesShell(use.arguments) || runsArguments(use.arguments)))
      traces = inputOf(context.values, flow, use, 1, TextUse::Command);
    if (const ast::Node *input = inputOption(use.arguments);
        traces.empty() && isStarter && input && isInterpreter(use.arguments[0]))
      traces = flow.into(*input, TextUse::Command);
    for (const InputTrace &trace : traces)
      addWay(report.at(use,
                       inputMessage(trace, isProgram ? "the choice of a program" : "a command",
                                    isProgram ? "only names from a list should get there"
                                              : "start the program without a shell, with a list of "
                                                "arguments")),
             context.program, trace, *use.node);
  }
  reportLost(report, flow, "a command");
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
