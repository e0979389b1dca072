// Answers about versions and ranges, to be held against npm's. For tests alone.
//
//   semver-answers    for each line `range TAB TEXT`, `contains TAB RANGE TAB VERSION` or `within
//   TAB RANGE TAB RANGE` of the
//                     standard input: yes or no; `-` where a text is not a range or version
#include "agentc/Bundle/Semver.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <iostream>

using namespace agentc;

namespace {

const char *answer(llvm::ArrayRef<llvm::StringRef> words) {
  std::optional<VersionRange> range = VersionRange::parse(words[1]);
  if (words[0] == "range")
    return range ? "yes" : "no";
  if (!range)
    return "-";
  if (words[0] == "contains") {
    std::optional<Version> version = parseVersion(words[2]);
    return !version ? "-" : range->contains(*version) ? "yes" : "no";
  }
  std::optional<VersionRange> other = VersionRange::parse(words[2]);
  return !other ? "-" : range->isWithin(*other) ? "yes" : "no";
}

} // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    llvm::SmallVector<llvm::StringRef, 3> words;
    llvm::StringRef(line).split(words, '\t');
    std::cout << answer(words) << '\n';
  }
}
