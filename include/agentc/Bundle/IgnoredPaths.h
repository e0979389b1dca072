#ifndef AGENTC_BUNDLE_IGNOREDPATHS_H
#define AGENTC_BUNDLE_IGNOREDPATHS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc {

/// The patterns of `ignore` in the text of an `agentc.json`, as the lines of an ignore file that
/// stands beside it; empty where there is nothing, or nothing that can be read.
std::string ignoredBySettings(llvm::StringRef text);

} // namespace agentc

#endif
