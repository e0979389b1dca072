#ifndef AGENTC_LIB_REPORT_REACHTREE_H
#define AGENTC_LIB_REPORT_REACHTREE_H

#include "SourcePages.h"

#include "agentc/Report/Report.h"

#include <memory>

namespace agentc {

/// Draws what definitions reach: calls from left to right, at the end of each branch a host, a
/// variable, a file or a module. It is a nested list, which style sheets draw as a tree, so that it
/// is read aloud, printed and narrowed like one. What several calls lead to is drawn once; after
/// that, all that is reached by it is named, with a link to its drawing.
class ReachTrees {
public:
  ReachTrees(Html &html, SourcePages &sources, const Review &review);
  ~ReachTrees();

  /// `owner` is the definition's name, `address` where it stands in the page: `#tool-3`.
  void write(const std::string &owner, const std::string &address, const Json &access);

private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

} // namespace agentc

#endif
