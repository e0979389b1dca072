#include "Lowering.h"

namespace agentc {

using namespace ast;

static constexpr llvm::StringLiteral declarationBreak =
    "a line break makes the word that this begins with a name";

const Node *Lowering::statement(Here at) {
  if (!descend(at.range))
    return nullptr;
  const Node *node = statementOf(at);
  ascend();
  return node;
}

/// Null for a statement that only says types.
const Node *Lowering::statementOf(Here at) {
  switch (at.kind) {
  case Kind::ExpressionStatement:
    return expressionStatement(at);
  case Kind::VariableDeclaration:
    return variableDeclaration(at, VariableKind::Var);
  case Kind::LexicalDeclaration:
    return variableDeclaration(at, VariableKind::Let);
  case Kind::FunctionDeclaration:
  case Kind::GeneratorFunctionDeclaration:
    return function(at, true);
  case Kind::AbstractClassDeclaration:
    noBreakBehindWord(at.range, declarationBreak);
    [[fallthrough]];
  case Kind::ClassDeclaration:
    return classNode(at, true);
  case Kind::StatementBlock:
    return block(at);
  case Kind::IfStatement:
    return ifStatement(at);
  case Kind::ForStatement:
    return forStatement(at);
  case Kind::ForInStatement:
    return forIn(at);
  case Kind::WhileStatement:
    return testAndBody<WhileStatement>(at, &WhileStatement::test);
  case Kind::DoStatement:
    return testAndBody<DoWhileStatement>(at, &DoWhileStatement::test);
  case Kind::WithStatement:
    return testAndBody<WithStatement>(at, &WithStatement::object);
  case Kind::SwitchStatement:
    return switchStatement(at);
  case Kind::TryStatement:
    return tryStatement(at);
  case Kind::ReturnStatement:
    return withArgument(at, true);
  case Kind::ThrowStatement:
    return withArgument(at, false);
  case Kind::BreakStatement:
    return withLabel(at, true);
  case Kind::ContinueStatement:
    return withLabel(at, false);
  case Kind::LabeledStatement:
    return labeled(at);
  case Kind::EmptyStatement:
    return make<EmptyStatement>(at.range);
  case Kind::DebuggerStatement:
    children([](Here) {});
    return trimmed(make<DebuggerStatement>(at.range));
  case Kind::ImportStatement:
    return importStatement(at);
  case Kind::ImportAlias:
    return importAlias(at);
  case Kind::ExportStatement:
    return exportStatement(at);
  case Kind::EnumDeclaration:
    return enumDeclaration(at);
  case Kind::Module:
  case Kind::InternalModule:
    noBreakBehindWord(at.range, declarationBreak);
    return namespaceDeclaration(at);
  case Kind::InterfaceDeclaration:
  case Kind::TypeAliasDeclaration:
  case Kind::AmbientDeclaration:
    noBreakBehindWord(at.range, declarationBreak);
    [[fallthrough]];
  case Kind::FunctionSignature:
    typeSpanWith(at.range, ";", true);
    return nullptr;
  default:
    return nullptr;
  }
}

bool Lowering::isStatementKind(Kind kind) {
  return kind != Kind::Other && kind != Kind::CloseBrace && kind != Kind::HashBangLine;
}

NodeList Lowering::statements(bool directives) {
  Nodes nodes;
  children([&](Here child) {
    if (!isStatementKind(child.kind))
      return;
    const Node *node = statement(child);
    if (!node)
      return;
    const auto *expression = llvm::dyn_cast<ExpressionStatement>(node);
    const auto *literal = expression ? llvm::dyn_cast<Literal>(expression->expression) : nullptr;
    // a parenthesized string is not a directive
    directives = directives && literal && literal->literal == LiteralKind::String &&
                 literal->range.begin == node->range.begin;
    if (directives)
      const_cast<ExpressionStatement *>(expression)->directive = true;
    nodes.push_back(node);
  });
  return list(nodes);
}

const Node *Lowering::block(Here at, bool directives) {
  auto *node = make<BlockStatement>(at.range);
  if (descend(at.range)) {
    node->body = statements(directives);
    ascend();
    trimmed(node);
  }
  return done(node);
}

/// `{a: b}` where a statement or a function's body begins, which the grammar may read as an object
/// and ECMAScript reads as a block with a label.
const Node *Lowering::objectAsBlock(Here at) {
  const auto *object = llvm::cast<ObjectExpression>(this->object(at));
  auto *block = make<BlockStatement>(at.range);
  const auto *property =
      object->properties.size() == 1 ? llvm::dyn_cast<Property>(object->properties[0]) : nullptr;
  if (!property || property->shorthand || property->method || property->computed ||
      !llvm::isa<Identifier>(property->key)) {
    result_.ambiguous.push_back({{at.range.begin, at.range.begin + 1}, "`{` begins a block here"});
    return done(block);
  }
  auto *expression = make<ExpressionStatement>(property->value->range);
  expression->expression = property->value;
  auto *labeled = make<LabeledStatement>(property->range);
  labeled->label = property->key;
  labeled->body = done(expression);
  block->body = list(done(labeled));
  return done(block);
}

const Node *Lowering::expressionStatement(Here at) {
  const Node *inner = nullptr;
  bool isNamespace = false;
  bool isBlock = false;
  children([&](Here child) {
    if (child.kind == Kind::Semicolon || child.kind == Kind::Other)
      return;
    if (child.kind == Kind::Object) {
      isBlock = true;
      inner = objectAsBlock(child);
      return;
    }
    isNamespace = child.kind == Kind::InternalModule;
    inner = isNamespace ? namespaceDeclaration(child) : expression(child);
  });
  if (isNamespace || isBlock)
    return inner;
  if (textOf(at.range).starts_with("{"))
    result_.ambiguous.push_back({{at.range.begin, at.range.begin + 1}, "`{` begins a block here"});
  auto *node = trimmed(make<ExpressionStatement>(at.range));
  node->expression = orMissing(inner, at.range.begin);
  // a declaration all the same, unless nothing follows
  llvm::StringRef next = module_.text.substr(node->range.end).ltrim();
  const auto *name = llvm::dyn_cast<Identifier>(node->expression);
  if (name && name->name == "let" && lastEnd_ == name->range.end && !next.empty())
    result_.breaks.push_back({name->range, "var", {name->range, "`let` as a name"}});
  return done(node);
}

const Node *Lowering::variableDeclaration(Here at, VariableKind kind) {
  auto *node = make<VariableDeclaration>(at.range);
  node->variableKind = kind;
  Nodes declarations;
  children([&](Here child) {
    // BreakMend may have made a `var` of it
    if (child.kind == Kind::VarKeyword && textOf(child.range) == "let")
      node->variableKind = VariableKind::Let;
    else if (child.kind == Kind::ConstKeyword)
      node->variableKind = kindOfConst(child.range, node->range);
    else if (child.kind == Kind::VariableDeclarator)
      declarations.push_back(variableDeclarator(child));
  });
  node->declarations = list(declarations);
  return done(trimmed(node));
}

const Node *Lowering::variableDeclarator(Here at) {
  auto *node = make<VariableDeclarator>(at.range);
  children([&](Here child) {
    switch (child.kind) {
    case Kind::TypeAnnotation:
    case Kind::Bang:
      typeSpan(child.range);
      break;
    case Kind::Assign:
    case Kind::Other:
      break;
    default:
      if (!node->id)
        node->id = pattern(child);
      else
        node->init = expression(child);
    }
  });
  node->id = orMissing(node->id, at.range.begin);
  return done(node);
}

} // namespace agentc
