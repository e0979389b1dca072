#ifndef AGENTC_CACHE_CONTENTKEY_H
#define AGENTC_CACHE_CONTENTKEY_H

#include "agentc/Support/FileTree.h"

namespace agentc {

/// The key of a result: the SHA-256 over all that the result was made from. Two lists of parts have
/// the same key only if they are equal, part by part.
class ContentKey {
public:
  void add(llvm::StringRef part);
  void add(uint64_t number);
  /// The paths and bytes of all files, which are hashed on so many threads.
  void add(const FileTree &files, size_t threads);

  /// 64 hexadecimal digits.
  std::string hex() const;

private:
  std::string parts_;
};

} // namespace agentc

#endif
