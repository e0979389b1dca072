#ifndef AGENTC_CACHE_PACKAGECACHE_H
#define AGENTC_CACHE_PACKAGECACHE_H

#include "agentc/Cache/CacheEntry.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

class DigestFolder;

/// Files by the SHA-256 of their bytes, in a folder that any number of processes use at once: a
/// file comes by a rename, is never changed, and its bytes are checked whenever it is handed out. A
/// process that ends in between leaves at most a temporary file, which the next `collect` removes.
/// Digests are 64 hexadecimal digits, in lower case.
class PackageCache {
public:
  /// Makes the folder where it is missing.
  static llvm::Expected<PackageCache> open(llvm::StringRef folder);

  /// Finds the path of a digest's file if the file is there and whole, and marks the file as just
  /// used. A damaged file counts as missing, and `add` replaces it.
  llvm::Expected<std::optional<std::string>> find(llvm::StringRef digest) const;
  /// Puts bytes there, unless they are; where they stand.
  llvm::Expected<std::string> add(llvm::StringRef digest, llvm::StringRef bytes) const;

  /// The packages that are there, by digest.
  llvm::Expected<std::vector<CacheEntry>> list() const;
  /// The same with every file's bytes checked; nothing is removed.
  llvm::Expected<std::vector<CacheEntry>> verify() const;

  /// Removes what was unused for longer than `maxAge`, then the longest unused until no more than
  /// `maxBytes` are left, and what ended processes left behind. Waits for those that are adding.
  llvm::Expected<CacheCollection> collect(std::optional<std::chrono::seconds> maxAge,
                                          std::optional<uint64_t> maxBytes) const;

  PackageCache(PackageCache &&);
  ~PackageCache();

private:
  explicit PackageCache(std::string folder);

  std::unique_ptr<DigestFolder> files_;
};

} // namespace agentc

#endif
