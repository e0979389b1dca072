#ifndef AGENTC_LIB_PROGRAM_SPECIFIERS_PACKAGEFILES_H
#define AGENTC_LIB_PROGRAM_SPECIFIERS_PACKAGEFILES_H

#include "agentc/Support/FileTree.h"
#include "agentc/Support/Json.h"

#include "llvm/ADT/StringMap.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace agentc {

/// A package.json or tsconfig.json with more bytes tells resolution nothing.
inline constexpr size_t maxResolutionFileBytes = 1 << 20;
/// Of one `exports`, `imports`, `paths` or `workspaces` so many patterns with `*` are looked at.
inline constexpr size_t maxPathPatterns = 256;
/// Nesting of conditions and arrays in `exports`, of `extends`, and of `#names` that lead to names.
inline constexpr unsigned maxResolutionDepth = 16;

/// The keys of `exports`, `imports` or `paths`: exact names, and patterns with one `*`.
class PathKeys {
public:
  struct Match {
    const Json *target;
    llvm::StringRef star; ///< what `*` stands for; empty for an exact name
    bool isPattern;
  };
  /// Keys of an object; the object must outlive this.
  explicit PathKeys(const Json &object);
  PathKeys() = default;
  /// The exact key, else the pattern with the longest part before its `*` (PATTERN_KEY_COMPARE of
  /// Node's documentation).
  std::optional<Match> find(llvm::StringRef name) const;
  bool empty() const { return exact_.empty() && patterns_.empty(); }

private:
  struct Pattern {
    llvm::StringRef before, after;
    const Json *target;
  };
  llvm::StringMap<const Json *> exact_;
  std::vector<Pattern> patterns_; ///< best first
};

/// The fields that resolution reads from one package.json.
struct PackageFile {
  std::string folder; ///< empty for the bundle's own
  std::string name;
  std::string version;
  std::string main;
  /// The versions that it requires of other packages, by name; those for development only where
  /// no other section names the package.
  llvm::StringMap<std::string> requirements;
  Json exports; ///< null if there are none; always an object of subpaths otherwise
  Json imports;
  PathKeys exportKeys;
  PathKeys importKeys;
  std::vector<std::string> workspaces; ///< patterns of folders
};

/// The package.json files of a bundle. Files that are not JSON, or too large, count as empty.
class PackageFiles {
public:
  explicit PackageFiles(const FileTree &files);

  /// Adds that of an installed package, which belongs to no workspace.
  void add(const File &manifest);

  /// Of the folder itself; null if there is none.
  const PackageFile *at(llvm::StringRef folder) const;
  /// Of the folder or the nearest above it, not beyond `node_modules` (PACKAGE_SCOPE).
  const PackageFile *around(llvm::StringRef folder) const;
  /// The folder of a package that a monorepo's `workspaces` around a folder hold; std::nullopt if
  /// there is none of that name.
  std::optional<llvm::StringRef> inWorkspace(llvm::StringRef folder, llvm::StringRef name) const;

private:
  void readWorkspaces(const FileTree &files);

  std::map<std::string, std::unique_ptr<PackageFile>, std::less<>> byFolder_;
  llvm::StringMap<llvm::StringMap<llvm::StringRef>> workspaces_;
};

/// `a/b` of `a/b/c.js`, empty at the top.
llvm::StringRef folderOf(llvm::StringRef path);
std::string joinPath(llvm::StringRef folder, llvm::StringRef name);

} // namespace agentc

#endif
