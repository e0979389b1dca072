#ifndef AGENTC_LIB_DRIVER_SUBCOMMAND_H
#define AGENTC_LIB_DRIVER_SUBCOMMAND_H

#include "Options.h"

namespace agentc {

/// One subcommand: one file of this library, which defines its constant. `run` returns an exit
/// code; an Error is printed and means exit code 2.
struct Subcommand {
  llvm::StringRef name;
  OptionVisibility visibility;
  const char *arguments; ///< after the name, in the usage line
  const char *summary;
  const char *examples; ///< lines of a shell
  llvm::Expected<int> (*run)(DriverEnv &env, const llvm::opt::InputArgList &arguments);
};

extern const Subcommand validateSubcommand;
extern const Subcommand lintSubcommand;
extern const Subcommand extractConfigSubcommand;
extern const Subcommand packageSubcommand;
extern const Subcommand verifySubcommand;
extern const Subcommand runSubcommand;
extern const Subcommand explainSubcommand;
extern const Subcommand rulesSubcommand;
extern const Subcommand approveSubcommand;
extern const Subcommand testSubcommand;
extern const Subcommand keygenSubcommand;
extern const Subcommand inspectSubcommand;
extern const Subcommand diffSubcommand;
extern const Subcommand cacheSubcommand;

} // namespace agentc

#endif
