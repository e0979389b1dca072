#ifndef AGENTC_LIB_VALUES_BUILTINS_HOSTNUMBER_H
#define AGENTC_LIB_VALUES_BUILTINS_HOSTNUMBER_H

#include "EvaluatorPart.h"
#include "llvm/ADT/APInt.h"

namespace agentc {

/// `Math`, `Number` and `BigInt`.
class HostNumber final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *invokeMath(llvm::StringRef name, Arguments arguments, const ast::Node &site);
  const Value *invokeNumberFunction(llvm::StringRef path, Arguments arguments,
                                    const ast::Node &site);
  const Value &bigInt(const llvm::APInt &value, const ast::Node *site);

private:
  const Value *invokeBigIntFunction(llvm::StringRef path, Arguments arguments,
                                    const ast::Node &site);
};

} // namespace agentc

#endif
