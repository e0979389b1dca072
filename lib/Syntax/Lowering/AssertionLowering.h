#ifndef AGENTC_LIB_SYNTAX_LOWERING_ASSERTIONLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_ASSERTIONLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers TypeScript's assertions, and finds where a type among expressions ends otherwise than the
/// grammar has it.
class AssertionLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *typed(Here at);
  /// True if a lowered operand ends with the type of an `as` or `satisfies`.
  bool endsWithType(Here operand) const {
    return operand.range.end == assertedTypeEnd_ && !module_.typeSpans.empty();
  }
  const ast::Node *typeGoesOn(Here operand, Here at, bool optional, const ast::Node *inner);
  void checkAssertion(Here operand, Here next);
  void checkTypeOperand(Here at);
  void checkTypeArguments(Here left, Here less);

private:
  uint32_t assertedTypeEnd_ = UINT32_MAX; ///< of the `as` or `satisfies` that was lowered last
};

} // namespace agentc

#endif
