#include "Lowering/StatementLowering.h"

#include "Lowering/ClassLowering.h"
#include "Lowering/ControlLowering.h"
#include "Lowering/FunctionLowering.h"
#include "Lowering/JsxCalls.h"
#include "Lowering/ModuleLowering.h"
#include "Lowering/NamespaceLowering.h"
#include "Lowering/ObjectLowering.h"

namespace agentc {

using namespace ast;

static constexpr llvm::StringLiteral declarationBreak =
    "a line break makes the word that this begins with a name";

const TopLevel *StatementLowering::program() {
  auto *program = make<TopLevel>({0, static_cast<uint32_t>(module_.text.size())});
  NodeList body = statementList(true);
  jsxCalls().addJsxImports(body);
  // a tree that ends somewhere unsaid would be worse than none
  if (!result_.tooDeep)
    program->body = body;
  return done(program);
}

const Node *StatementLowering::statement(Here at) {
  if (!descend(at.range))
    return nullptr;
  const Node *node = statementOf(at);
  ascend();
  return node;
}

/// Null for a statement that only says types.
const Node *StatementLowering::statementOf(Here at) {
  switch (at.kind) {
  case Kind::ExpressionStatement:
    return expressionStatement(at);
  case Kind::VariableDeclaration:
    return variableDeclaration(at, VariableKind::Var);
  case Kind::LexicalDeclaration:
    return variableDeclaration(at, VariableKind::Let);
  case Kind::FunctionDeclaration:
  case Kind::GeneratorFunctionDeclaration:
    return functions().function(at, true);
  case Kind::AbstractClassDeclaration:
    breaks_.noBreakBehindWord(at.range, declarationBreak);
    [[fallthrough]];
  case Kind::ClassDeclaration:
    return classes().classNode(at, true);
  case Kind::StatementBlock:
    return block(at);
  case Kind::IfStatement:
    return control().ifStatement(at);
  case Kind::ForStatement:
    return control().forStatement(at);
  case Kind::ForInStatement:
    return control().forIn(at);
  case Kind::WhileStatement:
    return control().testAndBody<WhileStatement>(at, &WhileStatement::test);
  case Kind::DoStatement:
    return control().testAndBody<DoWhileStatement>(at, &DoWhileStatement::test);
  case Kind::WithStatement:
    return control().testAndBody<WithStatement>(at, &WithStatement::object);
  case Kind::SwitchStatement:
    return control().switchStatement(at);
  case Kind::TryStatement:
    return control().tryStatement(at);
  case Kind::ReturnStatement:
    return control().withArgument(at, true);
  case Kind::ThrowStatement:
    return control().withArgument(at, false);
  case Kind::BreakStatement:
    return control().withLabel(at, true);
  case Kind::ContinueStatement:
    return control().withLabel(at, false);
  case Kind::LabeledStatement:
    return control().labeled(at);
  case Kind::EmptyStatement:
    return make<EmptyStatement>(at.range);
  case Kind::DebuggerStatement:
    children([](Here) {});
    return trimmed(make<DebuggerStatement>(at.range));
  case Kind::ImportStatement:
    return modules().importStatement(at);
  case Kind::ImportAlias:
    return namespaces().importAlias(at);
  case Kind::ExportStatement:
    return modules().exportStatement(at);
  case Kind::EnumDeclaration:
    return namespaces().enumDeclaration(at);
  case Kind::Module:
  case Kind::InternalModule:
    breaks_.noBreakBehindWord(at.range, declarationBreak);
    return namespaces().namespaceDeclaration(at);
  case Kind::InterfaceDeclaration:
  case Kind::TypeAliasDeclaration:
  case Kind::AmbientDeclaration:
    breaks_.noBreakBehindWord(at.range, declarationBreak);
    [[fallthrough]];
  case Kind::FunctionSignature:
    typeSpanWith(at.range, ";", true);
    return nullptr;
  default:
    return nullptr;
  }
}

bool StatementLowering::isStatementKind(Kind kind) {
  return kind != Kind::Other && kind != Kind::CloseBrace && kind != Kind::HashBangLine;
}

NodeList StatementLowering::statementList(bool directives) {
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

const Node *StatementLowering::block(Here at, bool directives) {
  auto *node = make<BlockStatement>(at.range);
  if (descend(at.range)) {
    node->body = statementList(directives);
    ascend();
    trimmed(node);
  }
  return done(node);
}

/// `{a: b}` where a statement or a function's body begins, which the grammar may read as an object
/// and ECMAScript reads as a block with a label.
const Node *StatementLowering::objectAsBlock(Here at) {
  const auto *object = llvm::cast<ObjectExpression>(objects().object(at));
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

const Node *StatementLowering::expressionStatement(Here at) {
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
    inner = isNamespace ? namespaces().namespaceDeclaration(child) : expression(child);
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
  if (name && name->name == "let" && tree_.lastEnd() == name->range.end && !next.empty())
    result_.breaks.push_back({name->range, "var", {name->range, "`let` as a name"}});
  return done(node);
}

const Node *StatementLowering::variableDeclaration(Here at, VariableKind kind) {
  auto *node = make<VariableDeclaration>(at.range);
  node->variableKind = kind;
  Nodes declarations;
  children([&](Here child) {
    // BreakMend may have made a `var` of it
    if (child.kind == Kind::VarKeyword && textOf(child.range) == "let")
      node->variableKind = VariableKind::Let;
    else if (child.kind == Kind::ConstKeyword)
      node->variableKind = control().kindOfConst(child.range, node->range);
    else if (child.kind == Kind::VariableDeclarator)
      declarations.push_back(variableDeclarator(child));
  });
  node->declarations = list(declarations);
  return done(trimmed(node));
}

const Node *StatementLowering::variableDeclarator(Here at) {
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
