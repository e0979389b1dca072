#ifndef AGENTC_LIB_PIPELINE_RULEPAGES_H
#define AGENTC_LIB_PIPELINE_RULEPAGES_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// The Markdown of a rule's manual page, which stands beside the rule's source; empty if there is
/// none. The build makes the table (lib/cmake/RulePages.cmake).
llvm::StringRef rulePage(llvm::StringRef name);

} // namespace agentc

#endif
