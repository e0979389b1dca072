#ifndef AGENTC_LIB_RUNTIME_CRYPTOFUNCTIONS_H
#define AGENTC_LIB_RUNTIME_CRYPTOFUNCTIONS_H

#include "HostFunctions.h"

#include "llvm/ADT/ArrayRef.h"

namespace agentc {

/// What the script `crypto` can call in C++. Hashes, ciphers and keys are objects of its own to it:
/// the one that is given last with their making stands for them, and they end with it. Bytes come
/// as views or as the UTF-8 of a text, names and flags as text and numbers; answers are a
/// Uint8Array, a number, a boolean or, where something failed, a text: what OpenSSL says of it, see
/// `crypto::takeFailure`.
llvm::ArrayRef<HostFunction> cryptoFunctions();

} // namespace agentc

#endif
