#ifndef AGENTC_LINT_TARGETS_H
#define AGENTC_LINT_TARGETS_H

#include "agentc/Pipeline/ProjectSettings.h"

#include <vector>

namespace agentc {

/// A folder or archive that `lint` reads as a whole. What is named inside of a bundle is read with
/// all of the bundle, since values flow between files.
struct LintTarget {
  std::string path; ///< as it is shown
  std::string real; ///< absolute, without links
  bool isFolder = false;
  /// The named paths below the folder; empty if the folder itself was named.
  std::vector<std::string> only;
};

/// The files and folders that the user named, by place; folders stand before those below them.
struct LintTargets {
  std::vector<LintTarget> targets;
  /// Source files that lie in no bundle.
  std::vector<LintTarget> sources;
};

/// An Error names what is not there.
llvm::Expected<LintTargets> findLintTargets(llvm::ArrayRef<std::string> paths);

/// A file or folder that is there, as a target of its own.
LintTarget ownTarget(llvm::StringRef path);

/// A path joined to a folder as users are shown it.
std::string shownBelow(llvm::StringRef folder, llvm::StringRef path);

/// True if a package.json says that its folder is an agent bundle.
bool hasAgentSettings(llvm::StringRef packageJson);

} // namespace agentc

#endif
