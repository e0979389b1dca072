#ifndef AGENTC_LIB_RULES_TOOLNAMES_H
#define AGENTC_LIB_RULES_TOOLNAMES_H

#include "agentc/Rules/Rules.h"

#include "llvm/ADT/StringSet.h"

namespace agentc {

/// The names that a bundle's tools are called by.
struct ToolNames {
  llvm::StringSet<> names;
  /// No other tool can be there: what defines tools was determined.
  bool isComplete = true;

  /// The end of a message about a name that is none, with the one that may have been meant.
  std::string meant(llvm::StringRef word) const;
};
ToolNames toolNamesOf(const AgentConfig &config);

} // namespace agentc

#endif
