#ifndef AGENTC_LIB_VALUES_ABSTRACT_PARAMETERS_H
#define AGENTC_LIB_VALUES_ABSTRACT_PARAMETERS_H

#include "EvaluatorPart.h"
#include "agentc/Syntax/NodeTable.h"

namespace agentc {

/// Evaluates a function's parameters from all of its known calls.
class Parameters final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value &valueOfParameter(const ast::Node &function, const ast::Node &parameter);
  const Value &argumentOf(const ast::Node &call, unsigned index);
  const Value &argumentAt(const ast::Node &call, ast::NodeList arguments, unsigned index);
  bool isReached(const ast::Node &expression);
  const Value &argumentsOf(const ast::Identifier &identifier);
  const Value &inputOf(const FunctionUses &uses, unsigned index, const ast::Node *function,
                       const ast::Node &site);

private:
  const Value &withMappedWrites(const Value &given, const ast::Node &function, unsigned index);
  const Value &callbackArgument(const ast::Node &call, unsigned position, unsigned index);
  const Value *argumentOfReflection(const Value &taker, const ast::Node &call, unsigned position,
                                    unsigned index);
  const Value &computeCallbackArgument(const ast::Node &call, unsigned position, unsigned index);
  const Value &inputByHandingOn(const FunctionUses &uses, unsigned index, const ast::Node &site);
  bool isOfHost(const ast::Node &call);
  const Value &inputByKey(llvm::StringRef key, unsigned index, const ast::Node *function,
                          const ast::Node &site);

  /// The conditions around an expression that ask for types.
  enum class Guard : uint8_t { Unseen, None, Type };

  NodeTable<Guard> guards_;
};

} // namespace agentc

#endif
