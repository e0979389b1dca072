#ifndef AGENTC_LIB_SYNTAX_LOWERING_CALLLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_CALLLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers calls, constructions and members.
class CallLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *call(Here at);
  const ast::Node *newExpression(Here at);
  const ast::Node *member(Here at);
  const ast::Node *subscript(Here at);

private:
  ast::NodeList arguments();
};

} // namespace agentc

#endif
