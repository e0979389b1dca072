#include "Commands/Completions.h"
#include "Subcommand.h"
#include "Terminal/Terminal.h"

#include "agentc/Driver/Driver.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Support/Text.h"
#include "agentc/Support/Version.h"

#include "llvm/Support/FileSystem.h"

namespace agentc {

namespace {

/// Other programs' words for what a subcommand does.
constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> otherWords[] = {
    {"check", "validate"}, {"scan", "validate"},
    {"audit", "validate"}, {"build", "package"},
    {"pack", "package"},   {"bundle", "package"},
    {"seal", "package"},   {"sign", "package --sign"},
    {"exec", "run"},       {"call", "run"},
    {"show", "inspect"},   {"info", "inspect"},
    {"compare", "diff"},   {"new", "init"},
    {"create", "init"},    {"extract", "extract-config"},
    {"publish", "push"},   {"upload", "push"},
    {"fetch", "pull"},     {"download", "pull"},
};

/// A bundle or a rule where a subcommand is wanted is told which subcommands take it.
std::string commandHint(llvm::StringRef word) {
  for (const auto &[other, own] : otherWords)
    if (word == other)
      return "; `agentc " + own.str() + "` does that";
  std::vector<std::string> names = {"help"};
  for (const Subcommand *subcommand : allSubcommands())
    names.push_back(subcommand->name.str());
  std::string meant = didYouMean(word, names);
  if (meant.empty() && fullCatalog().find(word))
    return "; `agentc explain " + word.str() + "` explains the rule of this name";
  if (meant.empty() && llvm::sys::fs::exists(word))
    return "; `agentc validate` checks a bundle";
  return meant.empty() ? "; `agentc help` lists them" : meant;
}

llvm::Error unknownSubcommand(llvm::StringRef name) {
  return usageError("no subcommand is named `" + escapeForTerminal(name) + "`" + commandHint(name));
}

void printPage(DriverEnv &env, const CommandPage &page, llvm::raw_ostream &out) {
  const bool isTerminal = &out == &env.out ? env.outIsTerminal : env.errIsTerminal;
  printHelp(page, isTerminal ? env.terminalWidth() : 100, wantsColor(env, "auto", isTerminal), out);
}

void printVersion(llvm::raw_ostream &out) {
  out << "agentc " << version() << " (V8 " << engineVersion() << ")\n";
}

llvm::Expected<int> runSubcommandLine(DriverEnv &env, const Subcommand &subcommand,
                                      llvm::ArrayRef<const char *> arguments) {
  auto parsed = parseArguments(arguments, subcommand);
  if (!parsed)
    return parsed.takeError();
  if (parsed->hasArg(OPT_help)) {
    printPage(env, pageOf(subcommand), env.out);
    return ExitClean;
  }
  if (parsed->hasArg(OPT_version)) {
    printVersion(env.out);
    return ExitClean;
  }
  if (parsed->hasArg(OPT_quiet))
    env.status = nullptr;
  return subcommand.run(env, *parsed);
}

/// `agentc help [SUBCOMMAND]`.
llvm::Expected<int> help(DriverEnv &env, llvm::ArrayRef<std::string> words) {
  if (words.size() > 1)
    return usageError("`" + escapeForTerminal(words[1]) +
                      "` is one too many; one subcommand at a time");
  if (words.empty() || words[0] == "help") {
    printPage(env, programPage(), env.out);
    return ExitClean;
  }
  const Subcommand *subcommand = findSubcommand(words[0]);
  if (!subcommand)
    return unknownSubcommand(words[0]);
  printPage(env, pageOf(*subcommand), env.out);
  return ExitClean;
}

llvm::Expected<int> runProgram(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  std::vector<std::string> words = arguments.getAllArgValues(OPT_INPUT);
  if (const llvm::opt::Arg *folder = arguments.getLastArg(OPT_write_pages)) {
    if (llvm::Error error = writePages(folder->getValue()))
      return error;
    return ExitClean;
  }
  if (!words.empty() && words[0] != "help")
    return unknownSubcommand(words[0]);
  if (!words.empty())
    words.erase(words.begin());
  return help(env, words);
}

/// The behaviour of `agentc` without a subcommand.
constexpr Subcommand program = {"agentc", ForProgram, "", "", "", runProgram};

llvm::Expected<int> runProgramLine(DriverEnv &env, llvm::ArrayRef<const char *> arguments) {
  if (arguments.empty()) {
    printPage(env, programPage(), env.err);
    return ExitUsage;
  }
  // The words after one that is not a subcommand don't matter.
  const llvm::StringRef first = arguments[0];
  if (first == "version" && arguments.size() == 1) {
    printVersion(env.out);
    return ExitClean;
  }
  if (!first.starts_with("-") && first != "help")
    return unknownSubcommand(first);
  auto parsed = parseArguments(arguments, program);
  if (!parsed)
    return parsed.takeError();
  if (parsed->hasArg(OPT_version)) {
    printVersion(env.out);
    return ExitClean;
  }
  // `agentc --help validate` means the same as `agentc validate --help`.
  if (parsed->hasArg(OPT_help) && first != "help")
    return help(env, parsed->getAllArgValues(OPT_INPUT));
  return runProgram(env, *parsed);
}

} // namespace

int runDriver(DriverEnv &env, llvm::ArrayRef<const char *> arguments) {
  const Subcommand *subcommand = arguments.empty() ? nullptr : findSubcommand(arguments[0]);
  llvm::Expected<int> code = subcommand
                                 ? runSubcommandLine(env, *subcommand, arguments.drop_front())
                                 : runProgramLine(env, arguments);
  if (code)
    return *code;
  llvm::handleAllErrors(code.takeError(), [&](const llvm::ErrorInfoBase &error) {
    env.err << "agentc: error: " << error.message() << '\n';
  });
  return ExitUsage;
}

} // namespace agentc
