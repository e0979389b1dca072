#ifndef AGENTC_CACHE_RESULTCACHE_H
#define AGENTC_CACHE_RESULTCACHE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>

namespace agentc {

class DigestFolder;

/// Results by the keys of what they were made from (ContentKey), in a folder that any number of
/// processes use at once and that may be deleted at any time. Each is read whole or not at all: it
/// names its key and the SHA-256 of its bytes. Nothing in it fails a caller; what cannot be read or
/// kept is made again. Its methods may be called from several threads.
class ResultCache {
public:
  /// Makes the folder where it is missing. An Error says why it is not used: who may write there
  /// decides what results say, so that it must be this user's (or root's) alone.
  static llvm::Expected<ResultCache> open(llvm::StringRef folder);
  ResultCache(ResultCache &&);
  ~ResultCache();

  /// The result of a key, which counts as used now; std::nullopt if there is none that is whole.
  std::optional<std::string> find(llvm::StringRef key) const;
  /// Keeps a result, in the place of one that is there.
  void add(llvm::StringRef key, llvm::StringRef bytes) const;
  /// Removes what was unused for a month, and then the longest unused of what is over 256 MB; once
  /// in a while, as the folder's own file says.
  void collectIfDue() const;

private:
  explicit ResultCache(std::unique_ptr<DigestFolder> files);

  std::unique_ptr<DigestFolder> files_;
};

} // namespace agentc

#endif
