#ifndef AGENTC_LIB_DRIVER_TERMINAL_TERMINAL_H
#define AGENTC_LIB_DRIVER_TERMINAL_TERMINAL_H

#include "agentc/Diagnostics/Rule.h"
#include "agentc/Driver/Driver.h"

namespace agentc {

/// Whether to colour a stream: `always`, `never`, or `auto`, which asks NO_COLOR (no-color.org),
/// CLICOLOR_FORCE and FORCE_COLOR, and else whether it is a terminal that is not `dumb`.
bool wantsColor(const DriverEnv &env, llvm::StringRef when, bool isTerminal);

/// Whether to print links (OSC 8): `always`, `never`, or `auto`: on terminals that are known to
/// take them, and where FORCE_HYPERLINK asks for them.
bool wantsLinks(const DriverEnv &env, llvm::StringRef when, bool isTerminal);

/// Where a rule's page can be read, as a URI in plain ASCII: a file of the documentation that is
/// installed beside the program, or a page below the address that the build was configured with.
/// Empty if there is neither.
std::string rulePageUri(const RuleInfo &rule);

} // namespace agentc

#endif
