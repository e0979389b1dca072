#include "agentc/Support/Digest.h"

#include "llvm/ADT/StringExtras.h"

#include <sys/random.h>

// OpenSSL 3 would have EVP, which loads providers: a millisecond at the first call.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace agentc {

std::array<char, 32> sha256Bytes(llvm::StringRef bytes) {
  std::array<char, 32> digest;
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  SHA256_Final(reinterpret_cast<unsigned char *>(digest.data()), &context);
  return digest;
}

std::string sha256Hex(llvm::StringRef bytes) {
  const std::array<char, 32> digest = sha256Bytes(bytes);
  return llvm::toHex(llvm::StringRef(digest.data(), digest.size()), /*LowerCase=*/true);
}

std::string randomHex(size_t bytes) {
  llvm::SmallVector<uint8_t, 32> made(bytes);
  // So few come whole or not at all; without them there must not be an answer.
  while (getrandom(made.data(), made.size(), 0) != static_cast<ssize_t>(made.size()))
    continue;
  return llvm::toHex(made, /*LowerCase=*/true);
}

} // namespace agentc
