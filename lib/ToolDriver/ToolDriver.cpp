#include "agentc/ToolDriver/ToolDriver.h"

#include "RequestLines.h"

#include "agentc/CommandLine/CommandPage.h"
#include "agentc/CommandLine/FlagCompletions.h"
#include "agentc/Runtime/Broker.h"
#include "agentc/Support/Text.h"
#include "agentc/Support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifdef AGENTC_COVERAGE
extern "C" {
#include <gcov.h>
}
#endif

namespace agentc {

namespace {

using namespace llvm::opt;

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

#define PREFIX(NAME, VALUE)                                                                        \
  constexpr llvm::StringLiteral NAME##Init[] = VALUE;                                              \
  constexpr llvm::ArrayRef<llvm::StringLiteral> NAME(NAME##Init, std::size(NAME##Init) - 1);
#include "Options.inc"
#undef PREFIX

constexpr llvm::opt::OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class Options : public llvm::opt::GenericOptTable {
public:
  Options() : GenericOptTable(optionInfos) {}
};

} // namespace

static int refuseArguments(const llvm::Twine &message) {
  llvm::errs() << "agentc-tool-run: error: " << message << '\n';
  return 2;
}

static std::vector<FlagPart> flags() {
  return flagParts(optionInfos, llvm::opt::Visibility(llvm::opt::DefaultVis));
}

static CommandPage page() {
  CommandPage page;
  page.command = "agentc-tool-run";
  page.arguments = "[FLAGS] < requests > reports";
  page.summary = "runs tools of agent bundles in a sandbox, one JSON line for one call";
  page.flags = flags();
  page.examples =
      "  # what `agentc run` asks, and the report that it gets\n"
      "  agentc run my-agent/ --tool search --input '{\"query\": \"shoes\"}' --dump=request | "
      "agentc-tool-run\n"
      "  # what the sandbox enforces on this machine\n"
      "  agentc-tool-run --explain-sandbox\n";
  page.exitCodes = {{"0", "every request got its report, whatever its outcome"},
                    {"2", "wrong usage, or the sandbox failed"}};
  page.seeAlso = {"agentc", "agentc-run", "agentc-test"};
  return page;
}

/// The manual page and the completions, for the build.
static int writePages(llvm::StringRef folder) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printManualPage(page(), version(), out);
  llvm::Error failures = writeFileBelow(folder, "man/man1/agentc-tool-run.1", text);
  for (const CompletionScript &script : flagCompletions("agentc-tool-run", flags()))
    failures =
        llvm::joinErrors(std::move(failures), writeFileBelow(folder, script.file, script.text));
  return failures ? refuseArguments(llvm::toString(std::move(failures))) : 0;
}

/// The columns of the terminal that shows the help.
static unsigned helpWidth() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 100;
}

/// Wrong usage, or nothing.
static std::optional<int> checkUsage(const llvm::opt::InputArgList &parsed) {
  for (const llvm::opt::Arg *arg : parsed) {
    std::string text = arg->getSpelling().str();
    if (arg->getOption().getKind() == llvm::opt::Option::UnknownClass) {
      const std::string flag = llvm::StringRef(arg->getAsString(parsed)).split('=').first.str();
      return refuseArguments("unknown flag `" + escapeForTerminal(flag) + "`" +
                             meantFlag(flag, flags()));
    }
    if (arg->getOption().getKind() == llvm::opt::Option::InputClass)
      return refuseArguments("unexpected argument `" + escapeForTerminal(arg->getValue()) +
                             "`; requests come on standard input");
  }
  return std::nullopt;
}

static int printVersion() {
  llvm::outs() << "agentc-tool-run " << version() << " (V8 " << engineVersion() << ")\n";
  return 0;
}

static llvm::StringRef stateName(Wall::State state) {
  switch (state) {
  case Wall::State::Stands:
    return "enforced";
  case Wall::State::Missing:
    return "NOT enforced";
  case Wall::State::Optional:
    return "not enforced, and not needed for a full sandbox";
  }
  llvm_unreachable("all states are named");
}

/// Prints what stands, refuses what is less than full; an exit code, or nothing if calls may run.
static std::optional<int> checkWalls(const SandboxOptions &options, bool print, bool mustBeFull) {
  llvm::Expected<std::vector<Wall>> walls = explainSandbox(options);
  if (!walls)
    return refuseArguments(llvm::toString(walls.takeError()));
  std::string missing;
  for (const Wall &wall : *walls) {
    if (print)
      llvm::outs() << wall.level << ": " << wall.name << ": " << stateName(wall.state) << ": "
                   << wall.detail << '\n';
    if (wall.state == Wall::State::Missing)
      missing += (missing.empty() ? "" : ", ") + wall.name + " (" + wall.detail + ")";
  }
  if (mustBeFull && !missing.empty())
    return refuseArguments("the sandbox is less than full: " + missing);
  return print ? std::optional<int>(0) : std::nullopt;
}

static void endWithParent() {
  pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
}

/// Writes the counts of the preset coverage, which otherwise only `exit` writes.
static void writeLineCounts() {
#ifdef AGENTC_COVERAGE
  __gcov_dump();
#endif
}

/// Flushes the output and returns the exit code: \p code, 0 if the reader has gone away, or
/// that of an error if writing failed otherwise.
static int finish(int code) {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return code;
  const std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  return error == std::errc::broken_pipe
             ? 0
             : refuseArguments("cannot write standard output: " + describe(error));
}

/// `PID,DESCRIPTOR`; nothing if it is anything else.
static std::optional<StartedZygote> zygoteFrom(llvm::StringRef text) {
  StartedZygote zygote;
  auto [pid, channel] = text.split(',');
  if (pid.getAsInteger(10, zygote.pid) || channel.getAsInteger(10, zygote.channel) ||
      zygote.channel <= STDERR_FILENO)
    return std::nullopt;
  return zygote;
}

static int runLine(int count, char **arguments) {
  Options table;
  unsigned missingIndex, missingCount;
  llvm::opt::InputArgList parsed =
      table.ParseArgs(llvm::ArrayRef(arguments + 1, static_cast<size_t>(count > 1 ? count - 1 : 0)),
                      missingIndex, missingCount);
  if (std::optional<int> code = checkUsage(parsed))
    return *code;
  if (parsed.hasArg(OPT_help)) {
    printHelp(page(), helpWidth(), /*color=*/false, llvm::outs());
    return 0;
  }
  if (parsed.hasArg(OPT_version))
    return printVersion();
  if (const llvm::opt::Arg *folder = parsed.getLastArg(OPT_write_pages))
    return writePages(folder->getValue());
  SandboxOptions sandbox;
  sandbox.jitless = parsed.hasArg(OPT_jitless);
  sandbox.fewCalls = parsed.hasArg(OPT_few_calls);
  sandbox.out = parsed.getLastArgValue(OPT_out).str();
  sandbox.onEvent = printEvent;
  sandbox.onQuestion = printQuestion;
  if (const llvm::opt::Arg *count = parsed.getLastArg(OPT_idle_packages))
    if (!llvm::to_integer(count->getValue(), sandbox.idlePackages, 10) || sandbox.idlePackages == 0)
      return refuseArguments("`--idle-packages` takes a number from 1 on");
  if (const llvm::opt::Arg *zygote = parsed.getLastArg(OPT_zygote))
    if (!(sandbox.zygote = zygoteFrom(zygote->getValue())))
      return refuseArguments("`--zygote` takes `PID,DESCRIPTOR`");
  bool explain = parsed.hasArg(OPT_explain_sandbox), isFull = parsed.hasArg(OPT_require_sandbox);
  if (isFull && parsed.getLastArgValue(OPT_require_sandbox) != "full")
    return refuseArguments("`--require-sandbox` takes `full`");
  if (explain || isFull)
    if (std::optional<int> code = checkWalls(sandbox, explain, isFull))
      return *code;
  if (parsed.hasArg(OPT_die_with_parent))
    endWithParent();
  if (!filtersSystemCalls())
    llvm::errs() << "agentc-tool-run: warning: system calls are not filtered on this machine; "
                    "`--explain-sandbox` tells what is\n";
  if (isatty(STDIN_FILENO) == 1)
    llvm::errs() << "agentc-tool-run: reading requests, a line of JSON each; `--help` tells more\n";
  Broker broker(std::move(sandbox));
  if (llvm::Error error = broker.start())
    return refuseArguments(llvm::toString(std::move(error)));
  const int code = answerRequests(broker, STDIN_FILENO, STDOUT_FILENO);
  writeLineCounts();
  // The processes of the sandbox die with this one.
  _exit(code);
}

int runToolDriver(int count, char **arguments) {
  signal(SIGPIPE, SIG_IGN); // a reader that leaves shows as an error of the write
  return finish(runLine(count, arguments));
}

} // namespace agentc
