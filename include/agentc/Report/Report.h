#ifndef AGENTC_REPORT_REPORT_H
#define AGENTC_REPORT_REPORT_H

#include "agentc/Diagnostics/Renderers.h"
#include "agentc/Packaging/Difference.h"

namespace agentc {

/// An older version of a bundle, and the difference from it.
struct ReviewedChanges {
  std::string name;
  std::string version;
  std::string digest;
  std::vector<Change> changes;
};

/// One bundle or package as a reviewer is shown it.
struct Review {
  std::string form; ///< `folder`, `zip`, `tgz`, `file` or `package`
  /// The findings, the package's signature, and the files that are shown, without secrets.
  BundleResult result;
  const PlanDocuments &documents;
  /// The name of the function around a byte of a file; empty where there is none.
  std::function<llvm::StringRef(llvm::StringRef file, uint32_t offset)> functionAround;
  std::optional<ReviewedChanges> against;
  bool isLoaded = false;   ///< whether the bundle was loaded in the sandbox
  const Catalog &catalog;  ///< all rules
  llvm::StringRef version; ///< agentc's
};

/// The review as one HTML page (WHATWG's living standard) that needs nothing but itself: no script,
/// no font, no image, and a policy (Content Security Policy 3) that would let none be loaded. Texts
/// of the bundle are escaped, and characters that deceive a reader shown by their code points. The
/// same review gives the same bytes.
std::string renderReview(const Review &review);

} // namespace agentc

#endif
