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

/// Programs that run what an argument says.
constexpr llvm::StringLiteral interpreters[] = {
    "sh",   "bash", "zsh",    "dash",    "ksh",  "cmd",  "cmd.exe", "powershell", "powershell.exe",
    "pwsh", "node", "python", "python3", "perl", "ruby", "php",     "osascript"};

bool runsArguments(const Value *program) {
  std::optional<llvm::StringRef> name = program ? asString(*program) : std::nullopt;
  return name && llvm::is_contained(interpreters, name->substr(name->find_last_of("/\\") + 1));
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
    const auto *starter =
        llvm::find_if(starters, [&](const Starter &one) { return one.path == use.path; });
    if (!isPlainCall(use) || starter == std::end(starters))
      continue;
    std::vector<InputTrace> traces = inputOf(context.values, flow, use, 0, TextUse::Command);
    bool isProgram = !traces.empty() && starter->style == Style::Arguments;
    if (traces.empty() && starter->style == Style::Arguments &&
        (usesShell(use.arguments) || runsArguments(use.arguments[0])))
      traces = inputOf(context.values, flow, use, 1, TextUse::Command);
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
