#ifndef AGENTC_LIB_SYNTAX_LOWERING_PATTERNLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_PATTERNLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers patterns: the targets of declarations, parameters and assignments.
class PatternLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *pattern(Here at);
  ast::NodeList elements(llvm::function_ref<const ast::Node *(Here)> lower);

private:
  const ast::Node *patternOf(Here at);
  const ast::Node *arrayPattern(Here at);
  const ast::Node *objectPattern(Here at);
  const ast::Node *objectAssignmentPattern(Here at);
  const ast::Node *assignmentPattern(Here at);
  const ast::Node *restPattern(Here at);
};

} // namespace agentc

#endif
