#ifndef AGENTC_LIB_VALUES_BUILTINS_HOSTCALLS_H
#define AGENTC_LIB_VALUES_BUILTINS_HOSTCALLS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Calls of the host's own functions.
class HostCalls final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *invokeHost(llvm::StringRef path, Arguments arguments, const ast::Node &site);
  /// `new` of the host's own functions.
  const Value *constructHost(llvm::StringRef path, Arguments arguments, const ast::Node &site);
  /// A call of what `Function(text)` made, where the text only returns a name or a literal.
  const Value *invokeMadeFunction(const ResultValue &made, const ast::Node &site);

private:
  const Value *foldHost(llvm::StringRef path, Arguments arguments, const ast::Node &site);
  /// Returns the elements that spreading or looping over the value gives, as an array; null where
  /// they are not known.
  const Value *iterationOf(const Value &value, const ast::Node &site);
  const Value *invokeArrayFunction(llvm::StringRef path, Arguments arguments,
                                   const ast::Node &site);
  const Value *arrayOfLength(double length, const ast::Node &site);
};

} // namespace agentc

#endif
