#ifndef AGENTC_VALUES_DEFINITIONRESULT_H
#define AGENTC_VALUES_DEFINITIONRESULT_H

#include "llvm/ADT/StringExtras.h"

namespace agentc {

/// Stands in place of members for a function that gives the very object back.
inline constexpr llvm::StringLiteral wholeObject = "*";

/// The result of a function that the bundle does not define, such as a framework's: it has members
/// of an object that the function is given.
struct DefinitionResult {
  unsigned argument = 0; ///< the object's index
  /// Words: the members that are the object's own, each under its name; or `wholeObject`. Empty:
  /// nothing is known.
  llvm::StringRef members = {};

  bool isObject() const { return members == wholeObject; }
  bool has(llvm::StringRef member) const {
    return isObject() || llvm::is_contained(llvm::split(members, ' '), member);
  }
};

/// Answers for the API path of a function (`module:ai.tool`, `bundled:ai.tool`); null for a path
/// of which nothing is known. An answer stays and is the same each time.
using DefinitionResultOf = const DefinitionResult *(*)(llvm::StringRef path);

} // namespace agentc

#endif
