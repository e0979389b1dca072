#ifndef AGENTC_LIB_SYNTAX_LOWERING_CLASSLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_CLASSLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers classes and decorators.
class ClassLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *classNode(Here at, bool declaration);
  const ast::Node *decorator(Here at);

private:
  void heritage(const ast::Node *&superClass);
  void checkOpenField(const ast::Node &member);
  const ast::Node *classBody(Here at);
  const ast::Node *fieldDefinition(Here at);
  bool hasMaskedAccessor(uint32_t begin) const;
  const ast::Node *staticBlock(Here at);
};

} // namespace agentc

#endif
