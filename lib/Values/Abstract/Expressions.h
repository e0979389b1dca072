#ifndef AGENTC_LIB_VALUES_ABSTRACT_EXPRESSIONS_H
#define AGENTC_LIB_VALUES_ABSTRACT_EXPRESSIONS_H

#include "EvaluatorPart.h"

namespace agentc {

struct NullishTest;

/// Evaluates expressions to values that hold wherever they are asked for: literals, templates,
/// arrays, objects, operators and names.
class Expressions final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value &compute(const ast::Node &node);
  const Value &makeObject(const ast::ObjectExpression &expression);
  const Value &computeIdentifier(const ast::Identifier &identifier);

private:
  const Value &computeLiteral(const ast::Literal &literal);
  const Value &computeTemplate(const ast::TemplateLiteral &literal);
  const Value &computeArray(const ast::ArrayExpression &expression);
  const Value &computeObject(const ast::ObjectExpression &expression);
  const Value &computeUnary(const ast::UnaryExpression &expression);
  const Value &computeBinary(const ast::BinaryExpression &expression);
  const Value *computeNullish(const NullishTest &test, const ast::Node &site);
  const Value &computeLogical(const ast::LogicalExpression &expression);
  const Value &computeMeta(const ast::MetaProperty &expression);
};

} // namespace agentc

#endif
