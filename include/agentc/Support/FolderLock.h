#ifndef AGENTC_SUPPORT_FOLDERLOCK_H
#define AGENTC_SUPPORT_FOLDERLOCK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <utility>

namespace agentc {

/// A lock on a folder that several processes use, which ends with the process at the latest
/// (flock).
class FolderLock {
public:
  enum class Kind { Shared, Exclusive };
  /// Waits until it is granted. It is held on a file of the folder, which is made where it is
  /// missing.
  static llvm::Expected<FolderLock> take(llvm::StringRef folder, Kind kind,
                                         llvm::StringRef file = "lock");
  FolderLock(FolderLock &&other) : descriptor_(std::exchange(other.descriptor_, -1)) {}
  ~FolderLock();

private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

} // namespace agentc

#endif
