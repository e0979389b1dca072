#ifndef AGENTC_LIB_DRIVER_TERMINAL_TERMINAL_H
#define AGENTC_LIB_DRIVER_TERMINAL_TERMINAL_H

#include "agentc/Diagnostics/Rule.h"
#include "agentc/Driver/Driver.h"

namespace agentc {

/// Returns true if a stream is to be coloured: `always`, `never`, or `auto`, which follows
/// NO_COLOR (no-color.org), CLICOLOR_FORCE and FORCE_COLOR, and otherwise colours a terminal
/// that is not `dumb`.
bool wantsColor(const DriverEnv &env, llvm::StringRef when, bool isTerminal);

/// Returns true if links (OSC 8) are to be printed: `always`, `never`, or `auto`, which prints
/// them on terminals that are known to take them, and if FORCE_HYPERLINK asks for them.
bool wantsLinks(const DriverEnv &env, llvm::StringRef when, bool isTerminal);

/// Returns the address of a rule's page, as a URI in plain ASCII: a file of the documentation
/// that is installed beside the program, or a page below the address that the build was
/// configured with. Empty if there is neither.
std::string rulePageUri(const RuleInfo &rule);

} // namespace agentc

#endif
