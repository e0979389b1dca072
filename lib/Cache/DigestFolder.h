#ifndef AGENTC_LIB_CACHE_DIGESTFOLDER_H
#define AGENTC_LIB_CACHE_DIGESTFOLDER_H

#include "agentc/Cache/CacheEntry.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// Files named by digests in a folder that several processes use at once: 64 hexadecimal digits and
/// an extension, spread over folders of two digits.
class DigestFolder {
public:
  DigestFolder(std::string folder, llvm::StringRef name, llvm::StringRef extension)
      : folder_(std::move(folder)), name_(name), extension_(extension) {}

  /// The folder that is locked.
  const std::string &folder() const { return folder_; }
  std::string pathOf(llvm::StringRef digest) const;
  /// Lists the entries of the folder, sorted by digest.
  llvm::Expected<std::vector<CacheEntry>> list() const;
  /// See PackageCache::collect.
  llvm::Expected<CacheCollection> collect(std::optional<std::chrono::seconds> maxAge,
                                          std::optional<uint64_t> maxBytes) const;

private:
  std::string folder_;
  llvm::StringRef name_, extension_;
};

/// Its age in the cache counts from now on.
void touchEntry(const std::string &path);

/// `cannot read `path`: no such file`.
llvm::Error cacheFailure(const char *what, llvm::StringRef path, std::error_code error);

} // namespace agentc

#endif
