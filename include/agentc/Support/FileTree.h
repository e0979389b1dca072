#ifndef AGENTC_SUPPORT_FILETREE_H
#define AGENTC_SUPPORT_FILETREE_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace agentc {

/// One file of a bundle. Bytes never change once the file is in a tree.
struct File {
  std::string path;
  std::string bytes;
};

/// The files of a bundle by normalized path (`/` as separator, no leading `/`, no `.` or `..`),
/// in byte order of their paths. Copying a tree shares the files' bytes.
class FileTree {
public:
  using Map = std::map<std::string, std::shared_ptr<const File>, std::less<>>;

  /// Adds a file; false if the path is taken already. The path must be normalized.
  bool add(std::string path, std::string bytes);
  /// Adds a file of another tree.
  void share(const std::string &path, std::shared_ptr<const File> file) {
    files_.try_emplace(path, std::move(file));
  }
  /// The file at a normalized path, or null.
  const File *find(llvm::StringRef path) const;
  bool empty() const { return files_.empty(); }
  size_t size() const { return files_.size(); }
  const Map &files() const { return files_; }

private:
  Map files_;
};

/// Joins a path of a bundle with a relative one and normalizes the result; std::nullopt if it
/// leaves the bundle. `resolveRelative("lib/a.js", "../b.js")` is taken relative to the folder
/// `lib`.
std::optional<std::string> resolveRelative(llvm::StringRef fromFile, llvm::StringRef relative);

} // namespace agentc

#endif
