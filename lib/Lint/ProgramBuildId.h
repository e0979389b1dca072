#ifndef AGENTC_LIB_LINT_PROGRAMBUILDID_H
#define AGENTC_LIB_LINT_PROGRAMBUILDID_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// Returns an id that distinguishes this program from every other build of it: the linker's GNU
/// build id, a digest of its code; without one, the SHA-256 of the program's file; empty if
/// neither is available.
llvm::StringRef programBuildId();

} // namespace agentc

#endif
