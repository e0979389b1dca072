#ifndef AGENTC_LINT_FIXES_H
#define AGENTC_LINT_FIXES_H

#include "agentc/Diagnostics/Renderers.h"
#include "agentc/Lint/Units.h"

namespace agentc {

/// The certain fixes of one file: changes by their places, none upon another, and what each does.
struct CertainFixes {
  std::vector<const Replacement *> changes; ///< of the result's findings
  std::vector<std::string> titles;
};

/// The certain fixes of findings that count, by file. Certain is a fix that only takes away what
/// does nothing; one that writes something, such as another host that is allowed, is for a person
/// to decide. Of fixes that overlap the first is there: the others are found again in what it
/// leaves.
std::map<std::string, CertainFixes> certainFixes(const BundleResult &result);

/// A file that was changed, and what was done to it.
struct FixedFile {
  std::string path; ///< as it is shown
  std::vector<std::string> titles;
};

/// Writes the certain fixes into the files of folders and sources. A file that is no longer the one
/// that was checked is left alone. Fails where a file cannot be written.
llvm::Expected<std::vector<FixedFile>> applyCertainFixes(llvm::ArrayRef<LintUnit> units,
                                                         llvm::ArrayRef<BundleResult> results);

} // namespace agentc

#endif
