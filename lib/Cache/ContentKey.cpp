#include "agentc/Cache/ContentKey.h"

#include "agentc/Support/Parallel.h"

#include "llvm/ADT/StringExtras.h"

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

void ContentKey::add(uint64_t number) {
  for (int i = 0; i < 8; ++i)
    parts_ += static_cast<char>(number >> (8 * i));
}

void ContentKey::add(llvm::StringRef part) {
  add(part.size());
  parts_ += part;
}

void ContentKey::add(const FileTree &files, size_t threads) {
  std::vector<const File *> list;
  for (const auto &[path, file] : files.files())
    list.push_back(file.get());
  std::vector<std::array<char, 32>> digests(list.size());
  forEachInParallel(list.size(), threads,
                    [&](size_t i) { digests[i] = sha256Bytes(list[i]->bytes); });
  add(list.size());
  size_t i = 0;
  for (const auto &[path, file] : files.files()) {
    add(path);
    parts_.append(digests[i].data(), digests[i].size());
    ++i;
  }
}

std::string ContentKey::hex() const {
  const std::array<char, 32> digest = sha256Bytes(parts_);
  return llvm::toHex(llvm::StringRef(digest.data(), digest.size()), /*LowerCase=*/true);
}

} // namespace agentc
