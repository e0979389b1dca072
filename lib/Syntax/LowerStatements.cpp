#include "Lowering.h"

namespace agentc {

using namespace ast;

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
  case Kind::UsingDeclaration:
    return variableDeclaration(at, VariableKind::Using);
  case Kind::FunctionDeclaration:
  case Kind::GeneratorFunctionDeclaration:
    return function(at, true);
  case Kind::ClassDeclaration:
  case Kind::AbstractClassDeclaration:
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
    return namespaceDeclaration(at);
  case Kind::InterfaceDeclaration:
  case Kind::TypeAliasDeclaration:
  case Kind::AmbientDeclaration:
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
    const auto *literal =
        expression ? llvm::dyn_cast<Literal>(expression->expression) : nullptr;
    // a parenthesized string is no directive
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

const Node *Lowering::expressionStatement(Here at) {
  const Node *inner = nullptr;
  bool isNamespace = false;
  children([&](Here child) {
    if (child.kind == Kind::Semicolon || child.kind == Kind::Other)
      return;
    isNamespace = child.kind == Kind::InternalModule;
    inner = isNamespace ? namespaceDeclaration(child) : expression(child);
  });
  if (isNamespace)
    return inner;
  auto *node = trimmed(make<ExpressionStatement>(at.range));
  node->expression = orMissing(inner, at.range.begin);
  return done(node);
}

const Node *Lowering::variableDeclaration(Here at, VariableKind kind) {
  auto *node = make<VariableDeclaration>(at.range);
  node->variableKind = kind;
  Nodes declarations;
  children([&](Here child) {
    if (child.kind == Kind::ConstKeyword)
      node->variableKind = VariableKind::Const;
    else if (child.kind == Kind::AwaitKeyword)
      node->variableKind = VariableKind::AwaitUsing;
    else if (child.kind == Kind::VariableDeclarator)
      declarations.push_back(variableDeclarator(child));
  });
  if (node->variableKind == VariableKind::AwaitUsing && context_.functionDepth == 0)
    result_.topLevelAwaits.push_back({at.range.begin, at.range.begin + 5});
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

const Node *Lowering::ifStatement(Here at) {
  auto *node = make<IfStatement>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::Other)
      return;
    if (!node->test)
      node->test = expression(child);
    else if (child.kind == Kind::ElseClause)
      children([&](Here part) {
        if (isStatementKind(part.kind))
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

template <typename T> const Node *Lowering::testAndBody(Here at, const Node *T::*test) {
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

const Node *Lowering::forStatement(Here at) {
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
      if (node->init && textOf(node->init->range).ends_with(";"))
        --const_cast<Node *>(node->init)->range.end;
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

const Node *Lowering::forIn(Here at) {
  const Node *left = nullptr;
  const Node *init = nullptr;
  const Node *right = nullptr;
  const Node *body = nullptr;
  bool await = false;
  bool awaitUsing = false;
  std::optional<VariableKind> kind;
  ByteRange declaration;
  bool isOf = false;
  bool opened = false;
  bool closed = false;
  bool sawOperator = false;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::AwaitKeyword:
      await |= !opened; // else it is `for (await using …`
      awaitUsing |= opened;
      if (context_.functionDepth == 0)
        result_.topLevelAwaits.push_back(child.range);
      return;
    case Kind::VarKeyword:
    case Kind::LetKeyword:
    case Kind::ConstKeyword:
    case Kind::UsingKeyword:
      kind = child.kind == Kind::VarKeyword     ? VariableKind::Var
             : child.kind == Kind::LetKeyword   ? VariableKind::Let
             : child.kind == Kind::ConstKeyword ? VariableKind::Const
             : awaitUsing                       ? VariableKind::AwaitUsing
                                                : VariableKind::Using;
      declaration = child.range;
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
      opened |= textOf(child.range) == "(";
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
  if (kind) {
    auto *declarator = make<VariableDeclarator>({left->range.begin, init ? init->range.end : left->range.end});
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

const Node *Lowering::switchStatement(Here at) {
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

const Node *Lowering::switchCase(Here at) {
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

const Node *Lowering::tryStatement(Here at) {
  auto *node = make<TryStatement>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::StatementBlock)
      node->block = block(child);
    else if (child.kind == Kind::CatchClause)
      node->handler = catchClause(child);
    else if (child.kind == Kind::FinallyClause)
      children([&](Here part) {
        if (part.kind == Kind::StatementBlock)
          node->finalizer = block(part);
      });
  });
  if (!node->block)
    node->block = done(make<BlockStatement>({at.range.end, at.range.end}));
  return done(node);
}

const Node *Lowering::catchClause(Here at) {
  auto *node = make<CatchClause>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::StatementBlock)
      node->body = block(child);
    else if (child.kind == Kind::TypeAnnotation)
      typeSpan(child.range);
    else if (child.kind != Kind::Other && child.kind != Kind::CloseParen)
      node->param = pattern(child);
  });
  if (!node->body)
    node->body = done(make<BlockStatement>({at.range.end, at.range.end}));
  return done(node);
}

const Node *Lowering::labeled(Here at) {
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

const Node *Lowering::withLabel(Here at, bool isBreak) {
  const Node *label = nullptr;
  children([&](Here child) {
    if (child.kind == Kind::StatementIdentifier)
      label = identifier(child);
  });
  auto fill = [&](auto *node) -> const Node * {
    node->label = label;
    return done(trimmed(node));
  };
  return isBreak ? fill(make<BreakStatement>(at.range)) : fill(make<ContinueStatement>(at.range));
}

const Node *Lowering::withArgument(Here at, bool isReturn) {
  const Node *argument = nullptr;
  children([&](Here child) {
    if (child.kind != Kind::Other && child.kind != Kind::Semicolon)
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

} // namespace agentc
