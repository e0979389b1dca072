#ifndef AGENTC_LIB_SYNTAX_LOWERING_CONTROLLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_CONTROLLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers the statements that branch, loop, leave or catch.
class ControlLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *ifStatement(Here at);
  template <typename T> const ast::Node *testAndBody(Here at, const ast::Node *T::*test);
  const ast::Node *forStatement(Here at);
  const ast::Node *forIn(Here at);
  const ast::Node *switchStatement(Here at);
  const ast::Node *tryStatement(Here at);
  const ast::Node *labeled(Here at);
  const ast::Node *withLabel(Here at, bool isBreak);
  const ast::Node *withArgument(Here at, bool isReturn);
  ast::VariableKind kindOfConst(ByteRange word, ByteRange &declaration);

private:
  const ast::Node *switchCase(Here at);
  const ast::Node *catchClause(Here at);
};

} // namespace agentc

#endif
