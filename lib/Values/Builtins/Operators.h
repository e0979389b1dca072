#ifndef AGENTC_LIB_VALUES_BUILTINS_OPERATORS_H
#define AGENTC_LIB_VALUES_BUILTINS_OPERATORS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Operators on values that are known.
class Operators final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value &operateUnary(llvm::StringRef op, const Value &argument, const ast::Node &site);
  const Value &operate(llvm::StringRef op, const Value &left, const Value &right,
                       const ast::Node &site);
  const Value *operateOnConstants(llvm::StringRef op, const Value &left, const Value &right,
                                  const ast::Node &site);
  std::optional<bool> isStrictlyEqual(const Value &left, const Value &right);

private:
  const Value *compare(llvm::StringRef op, const Value &left, const Value &right,
                       const ast::Node &site);
  std::optional<bool> isLooselyEqual(const Value &left, const Value &right, const ast::Node &site);
};

} // namespace agentc

#endif
