#ifndef AGENTC_LIB_RUNTIME_PRELUDE_H
#define AGENTC_LIB_RUNTIME_PRELUDE_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// The JavaScript of `runtime/prelude.js`, which is part of the program.
llvm::StringRef preludeText();

} // namespace agentc

#endif
