#ifndef AGENTC_LIB_BUNDLE_FILES_IGNORERULES_H
#define AGENTC_LIB_BUNDLE_FILES_IGNORERULES_H

#include "agentc/Bundle/Bundle.h"
#include "agentc/Support/PathPattern.h"

namespace agentc {

/// The exclusions by the `.gitignore` files of a folder and of those above it (gitignore(5)):
/// the last pattern that matches a path decides. The number of patterns that count, per file
/// and in all, is limited to keep the time bounded.
class IgnoreRules {
public:
  explicit IgnoreRules(llvm::ArrayRef<OuterIgnoreFile> outer);

  /// Adds the ignore file of a folder; paths are those of the bundle, empty or ending in `/`.
  void add(llvm::StringRef folder, llvm::StringRef text);
  /// True if a path is ignored, provided that no folder above it is.
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
