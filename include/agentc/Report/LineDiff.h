#ifndef AGENTC_REPORT_LINEDIFF_H
#define AGENTC_REPORT_LINEDIFF_H

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace agentc {

/// A line of two texts: in both (` `), only in the first (`-`), only in the second (`+`).
struct DiffLine {
  char sign;
  std::string text;
};

/// Two texts line by line along a longest common subsequence; of texts with over 200 lines only how
/// many lines each has.
std::vector<DiffLine> compareLines(llvm::StringRef before, llvm::StringRef after);

} // namespace agentc

#endif
