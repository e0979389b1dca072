#ifndef AGENTC_LIB_VALUES_BUILTINS_FOLDNUMBER_H
#define AGENTC_LIB_VALUES_BUILTINS_FOLDNUMBER_H

#include "EvaluatorPart.h"

namespace agentc {

/// Methods of numbers and other primitives.
class FoldNumber final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *foldNumberMethod(const NumberValue &receiver, llvm::StringRef key,
                                Arguments arguments, const ast::Node &site);
  const Value *foldPrimitiveMethod(const Value &receiver, llvm::StringRef key, Arguments arguments,
                                   const ast::Node &site);
};

} // namespace agentc

#endif
