#ifndef AGENTC_LINT_WATCH_H
#define AGENTC_LINT_WATCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace agentc {

/// Tells when something changes in folders and files (Linux's inotify). Not watched are
/// `node_modules` and folders whose names begin with a dot.
class TreeWatch {
public:
  /// Watches from now on, so that what changes before `wait` is told by it. An Error says that the
  /// system watches no more folders.
  static llvm::Expected<TreeWatch> start(llvm::ArrayRef<std::string> paths);

  TreeWatch(TreeWatch &&other) : descriptor_(std::exchange(other.descriptor_, -1)) {}
  TreeWatch &operator=(TreeWatch &&) = delete;
  ~TreeWatch();

  /// Returns when something changed and then nothing more for a twentieth of a second, after a
  /// second at most. What editors write beside a file that is open is no change.
  void wait() const;

private:
  explicit TreeWatch(int descriptor) : descriptor_(descriptor) {}
  llvm::Error add(const std::string &folder) const;
  llvm::Error addTree(const std::string &folder) const;

  int descriptor_;
};

} // namespace agentc

#endif
