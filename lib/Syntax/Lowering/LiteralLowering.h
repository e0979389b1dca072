#ifndef AGENTC_LIB_SYNTAX_LOWERING_LITERALLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_LITERALLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers literals and templates.
class LiteralLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *simpleLiteral(Here at, ast::LiteralKind kind);
  const ast::Node *string(Here at, bool jsx = false);
  const ast::Node *stringAt(ByteRange range, bool jsx = false);
  const ast::Node *number(Here at);
  const ast::Node *regex(Here at);
  const ast::Node *templateLiteral(Here at, bool tagged);

private:
  const ast::Node *templateElement(ByteRange range, bool tagged);
};

} // namespace agentc

#endif
