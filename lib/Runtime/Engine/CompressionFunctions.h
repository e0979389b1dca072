#ifndef AGENTC_LIB_RUNTIME_COMPRESSIONFUNCTIONS_H
#define AGENTC_LIB_RUNTIME_COMPRESSIONFUNCTIONS_H

#include "HostFunctions.h"

#include "llvm/ADT/ArrayRef.h"

namespace agentc {

/// Functions of `Compression.h` for the module `zlib`: each takes bytes, a Uint32Array of
/// parameters and their values in turn, and how much may be made at most. Answers are a Uint8Array
/// or the text of a `compression::Result`.
llvm::ArrayRef<HostFunction> compressionFunctions();

} // namespace agentc

#endif
