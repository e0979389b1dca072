#ifndef AGENTC_LIB_SYNTAX_LOWERING_STATEMENTLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_STATEMENTLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers statements and variable declarations, and hands those that have a room of their own to
/// the other parts.
class StatementLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// The whole source, with what JSX loads before it.
  const ast::TopLevel *program();
  const ast::Node *statement(Here at);
  /// The statements under the cursor; the first strings among them are directives if asked for.
  ast::NodeList statementList(bool directives);
  const ast::Node *block(Here at, bool directives = false);
  const ast::Node *objectAsBlock(Here at);
  static bool isStatementKind(Kind kind);

private:
  const ast::Node *statementOf(Here at);
  const ast::Node *expressionStatement(Here at);
  const ast::Node *variableDeclaration(Here at, ast::VariableKind kind);
  const ast::Node *variableDeclarator(Here at);
};

} // namespace agentc

#endif
