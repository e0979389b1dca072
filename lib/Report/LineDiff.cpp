#include "agentc/Report/LineDiff.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace agentc {

static constexpr size_t maxLines = 200;

std::vector<DiffLine> compareLines(llvm::StringRef before, llvm::StringRef after) {
  llvm::SmallVector<llvm::StringRef> a, b;
  before.split(a, '\n');
  after.split(b, '\n');
  if (a.size() > maxLines || b.size() > maxLines)
    return {{'-', std::to_string(a.size()) + " lines"}, {'+', std::to_string(b.size()) + " lines"}};
  std::vector<std::vector<unsigned>> common(a.size() + 1, std::vector<unsigned>(b.size() + 1));
  for (size_t i = a.size(); i-- > 0;)
    for (size_t j = b.size(); j-- > 0;)
      common[i][j] =
          a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  std::vector<DiffLine> lines;
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      lines.push_back({' ', a[i].str()});
      ++i, ++j;
    } else if (i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
      lines.push_back({'-', a[i++].str()});
    } else {
      lines.push_back({'+', b[j++].str()});
    }
  }
  return lines;
}

} // namespace agentc
