#ifndef AGENTC_LIB_RUNTIME_PRELUDE_H
#define AGENTC_LIB_RUNTIME_PRELUDE_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// The JavaScript of `runtime/prelude/`, which is part of the program: the body of a function of
/// `host` that returns the functions which the host calls.
llvm::StringRef preludeText();

} // namespace agentc

#endif
