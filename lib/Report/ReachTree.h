#ifndef AGENTC_LIB_REPORT_REACHTREE_H
#define AGENTC_LIB_REPORT_REACHTREE_H

#include "SourcePages.h"

#include "agentc/Report/Report.h"

namespace agentc {

/// Draws what a definition reaches: calls from left to right, at the end of each branch a host, a
/// variable, a file or a module. It is a nested list, which style sheets draw as a tree, so that it
/// is read aloud, printed and narrowed like one.
void writeReachTree(Html &html, SourcePages &sources, const Review &review, llvm::StringRef root,
                    const Json &access);

} // namespace agentc

#endif
