#ifndef AGENTC_VALUES_BACKTRACKING_H
#define AGENTC_VALUES_BACKTRACKING_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace agentc {

/// A text on which a backtracking matcher takes much more than linear time: `prefix`, many times
/// `pump`, `suffix`; WTF-8.
struct BacktrackingAttack {
  std::string prefix, pump, suffix;
  /// The work grows with this power of the text's length; 0 if it doubles with each few pumps.
  unsigned degree = 0;

  bool isExponential() const { return degree == 0; }
};

/// Looks for such a text for a regular expression of JavaScript: by the ambiguity of its automaton,
/// and then by matching the text found at growing lengths, so that an attack given is one. Takes
/// what it does from `steps`; std::nullopt if there is none, or if none was found within them or
/// within the automaton's bounds, which `gaveUp` then says.
std::optional<BacktrackingAttack>
findBacktracking(llvm::StringRef wtf8Pattern, llvm::StringRef flags, uint64_t &steps, bool &gaveUp);

} // namespace agentc

#endif
