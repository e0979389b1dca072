#ifndef AGENTC_LIB_VALUES_BUILTINS_PATCHES_H
#define AGENTC_LIB_VALUES_BUILTINS_PATCHES_H

#include "EvaluatorPart.h"
#include "llvm/ADT/StringSet.h"

namespace agentc {

/// Finds the members of the language's own objects that the program overwrites.
class Patches final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// True if the program anywhere overwrites the key of one of the language's own objects
  /// (`Array.prototype`, `JSON`; empty for globals), so that its behavior is not known.
  bool isPatched(llvm::StringRef owner, llvm::StringRef key);

private:
  std::optional<llvm::StringSet<>> patched_;
};

} // namespace agentc

#endif
