#ifndef AGENTC_LIB_RULES_MANIFESTFIX_H
#define AGENTC_LIB_RULES_MANIFESTFIX_H

#include "agentc/Analysis/Rule.h"

namespace agentc {

/// The change of the bundle's own manifest that adds a word to a list of the agent settings, such
/// as a host to `allowedHosts`; std::nullopt where the manifest is none of the bundle's files, or
/// has something else in the list's place.
std::optional<Fix> allowInManifest(const CheckContext &context, llvm::StringRef list,
                                   llvm::StringRef word);

} // namespace agentc

#endif
