#ifndef AGENTC_LIB_SYNTAX_LOWERING_EXPRESSIONLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_EXPRESSIONLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers expressions, and hands those that have a room of their own to the other parts.
class ExpressionLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *expression(Here at);
  /// As `expression`, without a level of its own; null for what is not an expression.
  const ast::Node *expressionOf(Here at);
  const ast::Node *identifier(Here at);
  const ast::Node *metaProperty(Here at);
  void noteAwait(ByteRange word);

private:
  const ast::Node *maskedImport(Here at);
  const ast::Node *parenthesized(Here at);
  const ast::Node *unary(Here at);
  const ast::Node *update(Here at);
  const ast::Node *binary(Here at);
  const ast::Node *assignment(Here at);
  const ast::Node *conditional(Here at);
  const ast::Node *sequence(Here at);
  const ast::Node *yield(Here at);
  const ast::Node *await(Here at);
};

} // namespace agentc

#endif
