#ifndef AGENTC_LIB_VALUES_CONCRETE_CALLBACKS_H
#define AGENTC_LIB_VALUES_CONCRETE_CALLBACKS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Array methods that call what they are given.
class Callbacks final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *invokeWithCallback(const ArrayValue &receiver, llvm::StringRef key,
                                  Arguments arguments, const ast::Node &site);
  const Value *sortWithCallback(const ArrayValue &list, const Value &compare,
                                const ast::Node &site);

private:
  const Value *runCallbacks(const ArrayValue &receiver, llvm::StringRef key, Arguments arguments,
                            const ast::Node &site);
};

} // namespace agentc

#endif
