#ifndef AGENTC_LIB_DRIVER_SUBCOMMAND_H
#define AGENTC_LIB_DRIVER_SUBCOMMAND_H

#include "Flags/OptionIds.h"
#include "Flags/Options.h"

#include "agentc/CommandLine/CommandPage.h"

namespace agentc {

/// For what a subcommand is there: how help puts them together.
enum class CommandGroup { Check, Read, Package, Run, More };

/// The kind of arguments that follow a subcommand, for completions.
enum class Inputs { Files, Rules, CacheVerbs, Shells, None };

/// One subcommand: one file of this library, which defines its constant. `run` returns an exit
/// code; an Error is printed and means exit code 2.
struct Subcommand {
  llvm::StringRef name;
  OptionVisibility visibility;
  const char *arguments; ///< after the name, in the usage line
  const char *summary;
  const char *examples; ///< lines of a shell, two spaces before each; `#` before explanations
  llvm::Expected<int> (*run)(DriverEnv &env, const llvm::opt::InputArgList &arguments);
  CommandGroup group = CommandGroup::More;
  /// When it exits with 1; empty if it never does.
  const char *failure = "";
  Formats formats = Formats::TextAndJson;
  Inputs inputs = Inputs::Files;
};

#define SUBCOMMAND(NAME, CONSTANT) extern const Subcommand CONSTANT##Subcommand;
#include "Subcommands.def"
#undef SUBCOMMAND

/// All of them, in the order of help.
llvm::ArrayRef<const Subcommand *> allSubcommands();
const Subcommand *findSubcommand(llvm::StringRef name);

/// The flags that a subcommand takes, with the values that it knows.
std::vector<FlagPart> flagsOf(const Subcommand &subcommand);

/// The pages of a subcommand and of the program, for help and the manual.
CommandPage pageOf(const Subcommand &subcommand);
CommandPage programPage();

/// Parses the arguments of one subcommand; wrong usage is an Error that says what was meant.
llvm::Expected<llvm::opt::InputArgList> parseArguments(llvm::ArrayRef<const char *> arguments,
                                                       const Subcommand &subcommand);

} // namespace agentc

#endif
