#ifndef AGENTC_ACCESS_CONFIGTEXT_H
#define AGENTC_ACCESS_CONFIGTEXT_H

#include "agentc/Access/Access.h"

#include "llvm/Support/raw_ostream.h"

namespace agentc {

/// Prints a configuration for a person to read: agents, tools and what is unresolved, by package.
/// Texts are cut to a line and escaped for a terminal.
void printConfig(const AgentConfig &config, const AccessMap &access, const FileTree &files,
                 bool color, llvm::raw_ostream &out);

} // namespace agentc

#endif
