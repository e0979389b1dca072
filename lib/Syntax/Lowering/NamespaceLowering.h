#ifndef AGENTC_LIB_SYNTAX_LOWERING_NAMESPACELOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_NAMESPACELOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers TypeScript's namespaces, enumerations and import aliases.
class NamespaceLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *importRequire(Here at);
  const ast::Node *importAlias(Here at);
  const ast::Node *enumDeclaration(Here at);
  const ast::Node *namespaceDeclaration(Here at);

private:
  const ast::Node *entityName(Here at);
};

} // namespace agentc

#endif
