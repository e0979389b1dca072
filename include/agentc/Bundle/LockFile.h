#ifndef AGENTC_BUNDLE_LOCKFILE_H
#define AGENTC_BUNDLE_LOCKFILE_H

#include "agentc/Support/FileTree.h"
#include "agentc/Support/Range.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agentc {

/// A package as npm's lock file holds it.
struct LockedPackage {
  std::string path;    ///< `node_modules/a/node_modules/b`
  std::string name;    ///< by the path: what code imports it as
  std::string ownName; ///< the name that the entry gives it, of a package under another name
  std::string version, resolved, integrity, license;
  bool isLink = false, isBundled = false, isDevelopment = false, isOptional = false,
       runsScripts = false;
  std::vector<std::pair<std::string, std::string>> needs; ///< dependencies and their requirements
  std::vector<std::string> mayNeed; ///< its optional and peer dependencies, by name
  ByteRange range;
};

/// The manifest's dependencies, as a lock file has them.
struct LockedRequirement {
  std::string name, requirement;
  ByteRange range;
};

/// `npm-shrinkwrap.json`, which npm prefers, or `package-lock.json`, in the forms 1, 2 and 3.
struct LockFile {
  std::string file;
  /// std::nullopt where the form has no such list (1).
  std::optional<std::vector<LockedRequirement>> requirements;
  std::vector<LockedPackage> packages; ///< none of a workspace
  /// Entries that are not among them, or lack what they need: paths over 4096 bytes, and what comes
  /// after 100,000 needs.
  size_t leftOut = 0;

  /// The package that code at a path gets by a name, as Node looks for it; null if there is none.
  const LockedPackage *find(llvm::StringRef from, llvm::StringRef name) const;
};

/// The file at the bundle's top; std::nullopt if there is none, or it cannot be read.
std::optional<LockFile> readLockFile(const FileTree &files);

/// The names of lock files that npm reads, the first that is there.
const File *findLockFile(const FileTree &files);

} // namespace agentc

#endif
