#include "agentc/Driver/Driver.h"

#include "Subcommand.h"

#include "agentc/Support/Text.h"

namespace agentc {

namespace {

const Subcommand *const subcommands[] = {
    &validateSubcommand, &lintSubcommand,    &extractConfigSubcommand, &packageSubcommand,
    &verifySubcommand,   &inspectSubcommand, &diffSubcommand,          &runSubcommand,
    &testSubcommand,     &explainSubcommand, &rulesSubcommand,         &approveSubcommand,
    &keygenSubcommand,   &cacheSubcommand,
};

const Subcommand *findSubcommand(llvm::StringRef name) {
  for (const Subcommand *subcommand : subcommands)
    if (subcommand->name == name)
      return subcommand;
  return nullptr;
}

llvm::Error unknownSubcommand(llvm::StringRef name) {
  std::vector<std::string> names;
  for (const Subcommand *subcommand : subcommands)
    names.push_back(subcommand->name.str());
  return usageError("no subcommand is named `" + escapeForTerminal(name) + "`" +
                    didYouMean(name, names));
}

void printProgramHelp(llvm::raw_ostream &out) {
  out << "OVERVIEW: reads, checks, packages and runs agent bundles\n\n"
         "USAGE: agentc SUBCOMMAND [FLAGS] [BUNDLE]\n\nSUBCOMMANDS:\n";
  for (const Subcommand *subcommand : subcommands) {
    out << "  " << subcommand->name;
    out.indent(16 - subcommand->name.size()) << subcommand->summary << '\n';
  }
  out << "\n`agentc help SUBCOMMAND` prints a subcommand's flags.\n";
}

void printHelp(const Subcommand &subcommand, llvm::raw_ostream &out) {
  std::string usage = ("agentc " + subcommand.name + " " + subcommand.arguments).str();
  optionTable().printHelp(out, usage.c_str(), subcommand.summary, /*ShowHidden=*/false,
                          /*ShowAllAliases=*/false, llvm::opt::Visibility(subcommand.visibility));
  out << "\nEXAMPLES:\n" << subcommand.examples;
}

void printVersion(llvm::raw_ostream &out) { out << "agentc " << AGENTC_VERSION << '\n'; }

llvm::Expected<int> runSubcommandLine(DriverEnv &env, const Subcommand &subcommand,
                                      llvm::ArrayRef<const char *> arguments) {
  auto parsed = parseArguments(arguments, subcommand.visibility);
  if (!parsed)
    return parsed.takeError();
  if (parsed->hasArg(OPT_help)) {
    printHelp(subcommand, env.out);
    return ExitClean;
  }
  if (parsed->hasArg(OPT_version)) {
    printVersion(env.out);
    return ExitClean;
  }
  return subcommand.run(env, *parsed);
}

llvm::Expected<int> runProgramLine(DriverEnv &env, llvm::ArrayRef<const char *> arguments) {
  auto parsed = parseArguments(arguments.take_front(arguments.empty() ? 0 : 1), ForProgram);
  if (!parsed)
    return parsed.takeError();
  if (parsed->hasArg(OPT_version)) {
    printVersion(env.out);
    return ExitClean;
  }
  if (arguments.empty() || parsed->hasArg(OPT_help)) {
    printProgramHelp(arguments.empty() ? env.err : env.out);
    return arguments.empty() ? ExitUsage : ExitClean;
  }
  if (arguments[0] != llvm::StringRef("help"))
    return unknownSubcommand(arguments[0]);
  if (arguments.size() < 2) {
    printProgramHelp(env.out);
    return ExitClean;
  }
  const Subcommand *subcommand = findSubcommand(arguments[1]);
  if (!subcommand)
    return unknownSubcommand(arguments[1]);
  printHelp(*subcommand, env.out);
  return ExitClean;
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
