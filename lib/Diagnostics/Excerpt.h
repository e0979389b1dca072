#ifndef AGENTC_DIAGNOSTICS_EXCERPT_H
#define AGENTC_DIAGNOSTICS_EXCERPT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc {

/// One line of a source as a terminal can show it, cut to what lies around a marked part.
struct Excerpt {
  std::string line;   ///< escaped, tabs expanded
  std::string marker; ///< `^~~~` below it, with the spaces before
};

/// Marks the bytes [begin, end) of a line; both may lie behind its end. The work is bounded
/// whatever the line's length.
Excerpt makeExcerpt(llvm::StringRef line, size_t begin, size_t end);

} // namespace agentc

#endif
