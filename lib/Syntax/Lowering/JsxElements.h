#ifndef AGENTC_LIB_SYNTAX_LOWERING_JSXELEMENTS_H
#define AGENTC_LIB_SYNTAX_LOWERING_JSXELEMENTS_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers the elements of JSX as they are written.
class JsxElements final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *jsxElement(Here at);
  const ast::Node *jsxSelfClosing(Here at);

private:
  void jsxTag(const ast::Node *&name, Nodes &attributes);
  const ast::Node *jsxName(Here at);
  const ast::Node *jsxAttribute(Here at);
  const ast::Node *jsxSpreadAttribute(Here at);
  const ast::Node *jsxExpression(Here at);
};

} // namespace agentc

#endif
