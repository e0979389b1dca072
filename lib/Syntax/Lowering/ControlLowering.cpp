#include "Lowering/ControlLowering.h"

#include "Grammar/GrammarGaps.h"
#include "Lowering/ExpressionLowering.h"
#include "Lowering/StatementLowering.h"

namespace agentc {

using namespace ast;

const Node *ControlLowering::ifStatement(Here at) {
  auto *node = make<IfStatement>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::Other)
      return;
    if (!node->test)
      node->test = expression(child);
    else if (child.kind == Kind::ElseClause)
      children([&](Here part) {
        if (statements().isStatementKind(part.kind))
          node->alternate = statement(part);
      });
    else
      node->consequent = statement(child);
  });
  node->test = orMissing(node->test, at.range.begin);
  if (!node->consequent)
    node->consequent = make<EmptyStatement>({at.range.end, at.range.end});
  node->range.end = (node->alternate ? node->alternate : node->consequent)->range.end;
  return done(node);
}

template <typename T> const Node *ControlLowering::testAndBody(Here at, const Node *T::*test) {
  auto *node = make<T>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::ParenthesizedExpression)
      node->*test = expression(child);
    else if (child.kind != Kind::Other && child.kind != Kind::Semicolon)
      node->body = statement(child);
  });
  trimmed(node);
  node->*test = orMissing(node->*test, at.range.end);
  if (!node->body)
    node->body = make<EmptyStatement>({at.range.end, at.range.end});
  if (at.kind != Kind::DoStatement)
    node->range.end = node->body->range.end;
  return done(node);
}

const Node *ControlLowering::forStatement(Here at) {
  auto *node = make<ForStatement>(at.range);
  unsigned part = 0;
  bool closed = false;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::Other:
      return;
    case Kind::CloseParen:
      closed = true;
      return;
    case Kind::Semicolon:
      ++part;
      return;
    case Kind::EmptyStatement:
      if (closed)
        break;
      ++part;
      return;
    case Kind::VariableDeclaration:
    case Kind::LexicalDeclaration:
      if (closed)
        break;
      node->init = statement(child);
      // the grammar counts the `;` in
      if (const auto *list = llvm::dyn_cast_or_null<VariableDeclaration>(node->init))
        if (!list->declarations.empty())
          const_cast<VariableDeclaration *>(list)->range.end = list->declarations.back()->range.end;
      ++part;
      return;
    default:
      break;
    }
    if (closed)
      node->body = statement(child);
    else if (part == 0)
      node->init = expression(child);
    else if (part == 1)
      node->test = expression(child);
    else
      node->update = expression(child);
  });
  if (!node->body)
    node->body = make<EmptyStatement>({at.range.end, at.range.end});
  node->range.end = node->body->range.end;
  return done(node);
}

/// Returns the kind of declaration behind a `const`, which maskMisreadings puts in the place of
/// `using` and, together with the text before it, of `await using`. \p declaration then begins
/// at the `await`.
VariableKind ControlLowering::kindOfConst(ByteRange word, ByteRange &declaration) {
  if (textOf(word) != "using")
    return VariableKind::Const;
  std::optional<uint32_t> awaited = awaitBefore(module_.text, word.begin);
  if (!awaited)
    return VariableKind::Using;
  declaration.begin = *awaited;
  expressions().noteAwait({declaration.begin, declaration.begin + 5});
  return VariableKind::AwaitUsing;
}

const Node *ControlLowering::forIn(Here at) {
  const Node *left = nullptr;
  const Node *init = nullptr;
  const Node *right = nullptr;
  const Node *body = nullptr;
  bool await = false;
  std::optional<VariableKind> kind;
  ByteRange declaration;
  bool isOf = false;
  bool closed = false;
  bool sawOperator = false;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::AwaitKeyword:
      await = true;
      expressions().noteAwait(child.range);
      return;
    case Kind::VarKeyword:
    case Kind::LetKeyword:
    case Kind::ConstKeyword:
      declaration = child.range;
      // BreakMend may have made a `var` of `let`
      kind = textOf(child.range) == "let"       ? VariableKind::Let
             : child.kind == Kind::VarKeyword   ? VariableKind::Var
             : child.kind == Kind::ConstKeyword ? kindOfConst(child.range, declaration)
                                                : VariableKind::Let;
      return;
    case Kind::OfKeyword:
      isOf = true;
      sawOperator = true;
      return;
    case Kind::CloseParen:
      closed = true;
      return;
    case Kind::Assign:
      return;
    case Kind::Other:
      sawOperator |= textOf(child.range) == "in";
      return;
    default:
      break;
    }
    if (closed)
      body = statement(child);
    else if (sawOperator)
      right = expression(child);
    else if (!left)
      left = pattern(child);
    else
      init = expression(child);
  });
  left = orMissing(left, at.range.begin);
  // `for await (let[a] of b)` declares, whatever the grammar reads
  const auto *member = llvm::dyn_cast<MemberExpression>(left);
  const auto *name = member ? llvm::dyn_cast<Identifier>(member->object) : nullptr;
  if (name && member->computed && textOf(name->range) == "let")
    result_.breaks.push_back({name->range, "var", {name->range, "`let` as a name"}});
  if (kind) {
    auto *declarator =
        make<VariableDeclarator>({left->range.begin, init ? init->range.end : left->range.end});
    declarator->id = left;
    declarator->init = init;
    done(declarator);
    auto *node = make<VariableDeclaration>({declaration.begin, declarator->range.end});
    node->variableKind = *kind;
    node->declarations = list(declarator);
    left = done(node);
  }
  auto fill = [&](auto *node) -> const Node * {
    node->left = left;
    node->right = orMissing(right, at.range.end);
    node->body = body ? body : make<EmptyStatement>({at.range.end, at.range.end});
    node->range.end = node->body->range.end;
    return done(node);
  };
  if (!isOf)
    return fill(make<ForInStatement>(at.range));
  auto *node = make<ForOfStatement>(at.range);
  node->await = await;
  return fill(node);
}

const Node *ControlLowering::switchStatement(Here at) {
  auto *node = make<SwitchStatement>(at.range);
  Nodes cases;
  children([&](Here child) {
    if (child.kind == Kind::ParenthesizedExpression)
      node->discriminant = expression(child);
    else if (child.kind == Kind::SwitchBody)
      children([&](Here part) {
        if (part.kind == Kind::SwitchCase || part.kind == Kind::SwitchDefault)
          cases.push_back(switchCase(part));
      });
  });
  node->discriminant = orMissing(node->discriminant, at.range.begin);
  node->cases = list(cases);
  return done(node);
}

const Node *ControlLowering::switchCase(Here at) {
  auto *node = make<SwitchCase>(at.range);
  Nodes body;
  bool sawColon = false;
  children([&](Here child) {
    if (child.kind == Kind::Colon)
      sawColon = true;
    else if (child.kind == Kind::Other || child.kind == Kind::DefaultKeyword)
      return;
    else if (!sawColon)
      node->test = expression(child);
    else if (const Node *part = statement(child))
      body.push_back(part);
  });
  if (at.kind == Kind::SwitchCase)
    node->test = orMissing(node->test, at.range.begin);
  trimmed(node);
  if (!body.empty())
    node->range.end = body.back()->range.end;
  node->consequent = list(body);
  return done(node);
}

const Node *ControlLowering::tryStatement(Here at) {
  auto *node = make<TryStatement>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::StatementBlock)
      node->block = statements().block(child);
    else if (child.kind == Kind::CatchClause)
      node->handler = catchClause(child);
    else if (child.kind == Kind::FinallyClause)
      children([&](Here part) {
        if (part.kind == Kind::StatementBlock)
          node->finalizer = statements().block(part);
      });
  });
  if (!node->block)
    node->block = done(make<BlockStatement>({at.range.end, at.range.end}));
  return done(node);
}

const Node *ControlLowering::catchClause(Here at) {
  auto *node = make<CatchClause>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::StatementBlock)
      node->body = statements().block(child);
    else if (child.kind == Kind::TypeAnnotation)
      typeSpan(child.range);
    else if (child.kind != Kind::Other && child.kind != Kind::CloseParen)
      node->param = pattern(child);
  });
  if (!node->body)
    node->body = done(make<BlockStatement>({at.range.end, at.range.end}));
  return done(node);
}

const Node *ControlLowering::labeled(Here at) {
  auto *node = make<LabeledStatement>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::Colon)
      return;
    if (!node->label)
      node->label = identifier(child);
    else
      node->body = statement(child);
  });
  node->label = orMissing(node->label, at.range.begin);
  if (!node->body)
    node->body = make<EmptyStatement>({at.range.end, at.range.end});
  node->range.end = node->body->range.end;
  return done(node);
}

const Node *ControlLowering::withLabel(Here at, bool isBreak) {
  const Node *label = nullptr;
  children([&](Here child) {
    if (child.kind != Kind::StatementIdentifier)
      return;
    noBreakBefore(child, "a line break ends the statement before this label");
    label = identifier(child);
  });
  auto fill = [&](auto *node) -> const Node * {
    node->label = label;
    return done(trimmed(node));
  };
  return isBreak ? fill(make<BreakStatement>(at.range)) : fill(make<ContinueStatement>(at.range));
}

const Node *ControlLowering::withArgument(Here at, bool isReturn) {
  const Node *argument = nullptr;
  children([&](Here child) {
    if (child.kind == Kind::Other || child.kind == Kind::Semicolon)
      return;
    noBreakBefore(child, "a line break ends the statement before this");
    argument = expression(child);
  });
  if (isReturn) {
    auto *node = trimmed(make<ReturnStatement>(at.range));
    node->argument = argument;
    return done(node);
  }
  auto *node = trimmed(make<ThrowStatement>(at.range));
  node->argument = orMissing(argument, at.range.end);
  return done(node);
}

template const Node *ControlLowering::testAndBody(Here, const Node *DoWhileStatement::*);
template const Node *ControlLowering::testAndBody(Here, const Node *WhileStatement::*);
template const Node *ControlLowering::testAndBody(Here, const Node *WithStatement::*);

} // namespace agentc
