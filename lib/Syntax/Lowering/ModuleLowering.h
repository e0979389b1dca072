#ifndef AGENTC_LIB_SYNTAX_LOWERING_MODULELOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_MODULELOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers imports and exports.
class ModuleLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *importStatement(Here at);
  const ast::Node *exportStatement(Here at);

private:
  void importClause(Nodes &specifiers, bool erased);
  const ast::Node *importSpecifier(Here at, bool erased);
  const ast::Node *moduleName(Here at);
  ast::NodeList attributes();
  const ast::Node *defaultDeclaration(Here at, bool isDefault);
  const ast::Node *exportSpecifier(Here at, bool erased);
};

} // namespace agentc

#endif
