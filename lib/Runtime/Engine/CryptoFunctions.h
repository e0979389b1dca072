#ifndef AGENTC_LIB_RUNTIME_CRYPTOFUNCTIONS_H
#define AGENTC_LIB_RUNTIME_CRYPTOFUNCTIONS_H

#include "HostFunctions.h"

#include "llvm/ADT/ArrayRef.h"

namespace agentc {

/// The C++ functions that the script `crypto` can call. For the script, hashes, ciphers and
/// keys are objects: the last argument of the call that makes one stands for it, and both end
/// together. Bytes come as views or as the UTF-8 of a text, names and flags as text and
/// numbers; answers are a Uint8Array, a number, a boolean or, on failure, a text: OpenSSL's
/// message, see `crypto::takeFailure`.
llvm::ArrayRef<HostFunction> cryptoFunctions();

} // namespace agentc

#endif
