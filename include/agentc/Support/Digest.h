#ifndef AGENTC_SUPPORT_DIGEST_H
#define AGENTC_SUPPORT_DIGEST_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <string>

namespace agentc {

/// SHA-256 (FIPS 180-4).
std::array<char, 32> sha256Bytes(llvm::StringRef bytes);
/// The same in lower-case hexadecimal.
std::string sha256Hex(llvm::StringRef bytes);
/// So many random bytes of the kernel's, 256 at most, in lower-case hexadecimal. Waits for the
/// kernel to have randomness.
std::string randomHex(size_t bytes);

} // namespace agentc

#endif
