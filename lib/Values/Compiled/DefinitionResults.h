#ifndef AGENTC_LIB_VALUES_DEFINITIONRESULTS_H
#define AGENTC_LIB_VALUES_DEFINITIONRESULTS_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// The result of a framework's function that has members of an object which the function is given.
struct DefinitionResult {
  llvm::StringLiteral function; ///< the path without `module:` or `bundled:`
  unsigned argument;            ///< the object's index
  /// The members, separated by blanks; empty for a function that gives the object itself back.
  llvm::StringLiteral members;

  bool isObject() const { return members.empty(); }
  bool has(llvm::StringRef member) const;
};

/// Null for every function else.
const DefinitionResult *definitionResultOf(llvm::StringRef path);

} // namespace agentc

#endif
