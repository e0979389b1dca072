#ifndef AGENTC_LIB_VALUES_ABSTRACT_CONSTRUCTORFUNCTIONS_H
#define AGENTC_LIB_VALUES_ABSTRACT_CONSTRUCTORFUNCTIONS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Classes that are written as functions, as compilers for older engines write them.
class ConstructorFunctions final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value &asClass(const Value &value);
  const ClassValue &classOf(const ast::Node &function);
  const Value *prototypeMember(const ClassValue &type, llvm::StringRef key, const ast::Node *site);
  /// `only` becomes the one place that writes it, if there is one.
  const Value *prototypeMember(const ClassValue &type, llvm::StringRef key, const ast::Node *site,
                               const WrittenProperty *&only);
  const Value *prototypeBehind(const Value &value, const ast::Node &site);
  const Value *constructParent(const Value &object, const Value &type, Arguments arguments,
                               const ast::Node &site);
  const Value *thisOfFunction(const ast::Node &function);
  bool isConstructorFunction(const ast::Node &function);
  const ast::Node *superExpressionOf(const ast::Node &function);
  const Value *writtenPrototype(const ClassValue &type, const Value &written,
                                const ast::Node *site);
  bool isThis(const ast::Node &node) const;

private:
  const ast::Node *findSuperExpression(const ast::Node &function);
  bool isInherits(const ast::Node &callee);
  const Value &inheritingFrom(const Value &object, const ast::Node &function);

  llvm::DenseMap<const ast::Node *, const ast::Node *> superExpressions_;
};

} // namespace agentc

#endif
