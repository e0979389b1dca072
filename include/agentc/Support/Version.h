#ifndef AGENTC_SUPPORT_VERSION_H
#define AGENTC_SUPPORT_VERSION_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// The version of all of agentc's programs, as semver: what `git describe` says of the checkout
/// (lib/cmake/Version.cmake). Linked only by what prints or seals it, as `agentc::version`.
llvm::StringRef version();

/// The version of the V8 that runs tools in the sandbox, for example `14.6.202.34 of Node 26.10.0`.
llvm::StringRef engineVersion();

} // namespace agentc

#endif
