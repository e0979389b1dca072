#ifndef AGENTC_LIB_VALUES_BUILTINS_PATCHES_H
#define AGENTC_LIB_VALUES_BUILTINS_PATCHES_H

#include "EvaluatorPart.h"
#include "llvm/ADT/StringSet.h"

namespace agentc {

/// What the program writes over of the language's own objects.
class Patches final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// Whether the program anywhere writes over the key of one of the language's own objects
  /// (`Array.prototype`, `JSON`; empty for globals), so that what it does isn't known.
  bool isPatched(llvm::StringRef owner, llvm::StringRef key);

private:
  std::optional<llvm::StringSet<>> patched_;
};

} // namespace agentc

#endif
