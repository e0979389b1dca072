#ifndef AGENTC_LIB_VALUES_ABSTRACT_RETURNS_H
#define AGENTC_LIB_VALUES_ABSTRACT_RETURNS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates what functions of the bundle return.
class Returns final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;
  using Statements = llvm::SmallVector<const ast::ReturnStatement *, 2>;

  /// Returns the result of a call of a function, whatever the arguments.
  const Value &of(const ast::Node &function, const ast::Node &site);
  /// Unites the results of the return statements in a function's body, and undefined where the
  /// body may end without one.
  const Value &uniteIn(const ast::Node &function, const ast::Node &body,
                       llvm::function_ref<const Value &(const ast::Node &)> valueOf);
  const Statements &statementsIn(const ast::Node &body);

private:
  const Value &compute(const ast::Node &function);

  llvm::DenseMap<const ast::Node *, std::unique_ptr<Statements>> statements_;
};

} // namespace agentc

#endif
