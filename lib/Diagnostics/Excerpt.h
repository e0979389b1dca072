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

/// Columns that an excerpt takes where nobody says how many there are.
inline constexpr size_t usualExcerptColumns = 112;

/// Marks the bytes [begin, end) of a line; both may lie behind its end. Shown are so many columns
/// (at least 20), and signs that something is left out. The work is bounded whatever the line's
/// length.
Excerpt makeExcerpt(llvm::StringRef line, size_t begin, size_t end,
                    size_t columns = usualExcerptColumns);

} // namespace agentc

#endif
