#ifndef AGENTC_LIB_BUNDLE_FILES_IGNORERULES_H
#define AGENTC_LIB_BUNDLE_FILES_IGNORERULES_H

#include "agentc/Bundle/Bundle.h"
#include "agentc/Support/PathPattern.h"

namespace agentc {

/// What the `.gitignore` files of a folder, and those above it, leave out (gitignore(5)): the last
/// pattern that means a path decides. Of one file and of all together so many patterns count as
/// keeps the time bounded.
class IgnoreRules {
public:
  explicit IgnoreRules(llvm::ArrayRef<OuterIgnoreFile> outer);

  /// Adds the ignore file of a folder; paths are those of the bundle, empty or ending in `/`.
  void add(llvm::StringRef folder, llvm::StringRef text);
  /// Whether a path is ignored, if no folder above it is.
  bool ignores(llvm::StringRef path, bool isFolder) const;
  /// Forgets what was added since there were `count` rules.
  size_t count() const { return rules_.size(); }
  void shrinkTo(size_t count) { rules_.resize(count); }

private:
  struct Rule {
    size_t depth;          ///< the number of names in the path of the ignore file's folder
    std::string beginning; ///< that path, as seen from the outermost folder
    std::shared_ptr<const PathPattern> pattern;
  };
  void addFile(const std::string &folder, llvm::StringRef text);

  std::string prefix_; ///< of the bundle's paths, as seen from the outermost ignore file's folder
  std::vector<Rule> rules_;
};

} // namespace agentc

#endif
