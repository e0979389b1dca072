#ifndef AGENTC_LIB_ACCESS_PRINTED_PACKAGENAMES_H
#define AGENTC_LIB_ACCESS_PRINTED_PACKAGENAMES_H

#include "agentc/Support/FileTree.h"

#include <optional>

namespace agentc {

/// The package that a file belongs to: the `name` of the nearest package.json above it, or its
/// folder
/// (`.`, `./packages/core`) where it has no name that npm knows; std::nullopt if there is none.
class PackageNames {
public:
  explicit PackageNames(const FileTree &files) : files_(files) {}
  const std::optional<std::string> &of(llvm::StringRef file);

private:
  const std::optional<std::string> &ofFolder(llvm::StringRef folder);

  const FileTree &files_;
  std::map<std::string, std::optional<std::string>, std::less<>> byFolder_;
};

} // namespace agentc

#endif
