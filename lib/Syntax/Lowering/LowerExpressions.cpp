#include "Chains.h"
#include "Grammar/TypeArguments.h"
#include "Tokens.h"

namespace agentc {

using namespace ast;

const Node *Lowering::expression(Here at) {
  if (!descend(at.range))
    return orMissing(nullptr, at.range.begin);
  const Node *node = expressionOf(at);
  ascend();
  return orMissing(node, at.range.begin);
}

const Node *Lowering::expressionOf(Here at) {
  switch (at.kind) {
  case Kind::Identifier:
    if (isMaskedImport(at.range))
      return maskedImport(at);
    [[fallthrough]];
  case Kind::Undefined:
  case Kind::ShorthandPropertyIdentifier:
  case Kind::StatementIdentifier:
  case Kind::TypeIdentifier:
    return identifier(at);
  case Kind::PrivatePropertyIdentifier: {
    auto *name = make<PrivateIdentifier>(at.range);
    name->name = nameOf(at.range);
    return name;
  }
  case Kind::This:
    return make<ThisExpression>(at.range);
  case Kind::Super:
    return make<Super>(at.range);
  case Kind::Null:
    return simpleLiteral(at, LiteralKind::Null);
  case Kind::True:
    return simpleLiteral(at, LiteralKind::True);
  case Kind::False:
    return simpleLiteral(at, LiteralKind::False);
  case Kind::Number:
    return number(at);
  case Kind::String:
    return string(at);
  case Kind::Regex:
    return regex(at);
  case Kind::TemplateString:
    return templateLiteral(at, false);
  case Kind::Array:
    return array(at);
  case Kind::Object:
    return object(at);
  case Kind::ParenthesizedExpression:
    return parenthesized(at);
  case Kind::CallExpression:
    return call(at);
  case Kind::NewExpression:
    return newExpression(at);
  case Kind::MemberExpression:
    return member(at);
  case Kind::SubscriptExpression:
    return subscript(at);
  case Kind::BinaryExpression:
    return binary(at);
  case Kind::UnaryExpression:
    return unary(at);
  case Kind::UpdateExpression:
    return update(at);
  case Kind::AssignmentExpression:
  case Kind::AugmentedAssignmentExpression:
    return assignment(at);
  case Kind::TernaryExpression:
    return conditional(at);
  case Kind::SequenceExpression:
    return sequence(at);
  case Kind::ArrowFunction:
    return arrow(at);
  case Kind::FunctionExpression:
  case Kind::GeneratorFunction:
    return function(at, false);
  case Kind::Class:
    return classNode(at, false);
  case Kind::YieldExpression:
    return yield(at);
  case Kind::AwaitExpression:
    return await(at);
  case Kind::MetaProperty:
    return metaProperty(at);
  case Kind::AsExpression:
  case Kind::SatisfiesExpression:
  case Kind::NonNullExpression:
  case Kind::InstantiationExpression:
  case Kind::TypeAssertion:
    return typed(at);
  case Kind::SpreadElement:
    return spread(at);
  case Kind::JsxElement:
    return jsxElement(at);
  case Kind::JsxSelfClosingElement:
    return jsxSelfClosing(at);
  case Kind::ObjectPattern:
  case Kind::ArrayPattern:
    return pattern(at);
  case Kind::InternalModule:
    return namespaceDeclaration(at);
  default:
    return nullptr;
  }
}

const Node *Lowering::identifier(Here at) {
  auto *node = make<Identifier>(at.range);
  node->name = nameOf(at.range);
  bool atTop = context_.functionDepth == 0 && module_.goal != Goal::CommonJs;
  if (node->name == "yield")
    result_.ambiguous.push_back({at.range, "`yield` as a name"});
  else if (node->name == "await" && textOf(at.range) == "await" && (context_.async || atTop))
    result_.breaks.push_back({at.range, "void ", {at.range, "`await` as a name"}});
  else if (node->name == "await")
    result_.ambiguous.push_back({at.range, "`await` as a name"});
  return node;
}

/// `import("x")`, for which GrammarGaps put a name.
const Node *Lowering::maskedImport(Here at) {
  llvm::erase(maskedImports_, at.range);
  auto *node = make<ImportExpression>(at.range);
  llvm::StringRef quoted = textOf(at.range);
  quoted = quoted.substr(quoted.find_first_of("'\""));
  auto begin = static_cast<uint32_t>(quoted.data() - module_.text.data());
  size_t end = endOfString(module_.text, begin);
  node->source = stringAt({begin, end == noToken ? begin : static_cast<uint32_t>(end)});
  return done(node);
}

const Node *Lowering::parenthesized(Here) {
  const Node *inner = nullptr;
  children([&](Here child) {
    if (child.kind == Kind::TypeAnnotation)
      typeSpan(child.range);
    else if (child.kind != Kind::Other && child.kind != Kind::CloseParen)
      inner = expression(child);
  });
  return inner;
}

const Node *Lowering::unary(Here at) {
  auto *node = make<UnaryExpression>(at.range);
  bool first = true;
  bool isAwait = false;
  children([&](Here child) {
    if (first) {
      node->op = textOf(child.range);
      isAwait = isMendedAwait(child.range);
    } else
      node->argument = expression(child);
    first = false;
  });
  node->argument = orMissing(node->argument, at.range.end);
  if (isAwait) {
    noteAwait({at.range.begin, at.range.begin + 5});
    auto *await = make<AwaitExpression>(at.range);
    await->argument = node->argument;
    return done(await);
  }
  return done(node);
}

const Node *Lowering::update(Here at) {
  auto *node = make<UpdateExpression>(at.range);
  Here operand{};
  children([&](Here child) {
    if (child.kind != Kind::Other) {
      operand = child;
      node->argument = expression(child);
    } else {
      node->op = textOf(child.range);
      node->prefix = !node->argument;
      if (!node->prefix)
        noBreakBefore(child, "a line break ends the expression before this operator");
    }
  });
  node->argument = orMissing(node->argument, at.range.end);
  if (node->prefix)
    return done(node);
  return hung(operand, node, &UpdateExpression::argument, tightest);
}

/// Reports an operand after `as T |` as ambiguous unless all of it can be read as a type.
void Lowering::checkTypeOperand(Here at) {
  switch (at.kind) {
  case Kind::Array:
  case Kind::False:
  case Kind::Identifier:
  case Kind::InstantiationExpression:
  case Kind::MemberExpression:
  case Kind::Null:
  case Kind::Number:
  case Kind::Object:
  case Kind::ParenthesizedExpression:
  case Kind::String:
  case Kind::SubscriptExpression:
  case Kind::This:
  case Kind::True:
  case Kind::Undefined:
    return;
  default:
    result_.ambiguous.push_back({at.range, "a type goes on here to some readers"});
  }
}

/// Finds type arguments that the grammar takes for a comparison, since it does not know all
/// types (https://github.com/tree-sitter/tree-sitter-typescript/issues/367).
void Lowering::checkTypeArguments(Here left, Here less) {
  llvm::StringRef before = textOf({left.range.begin, less.range.begin}).rtrim();
  if (endsWithType(left) || before.ends_with("++") || before.ends_with("--"))
    return;
  TypeArguments read = readTypeArguments(module_.text, less.range.begin);
  Ambiguity otherwise{less.range, "this begins type arguments to some readers"};
  if (read.verdict == TypeArguments::Verdict::Types)
    result_.breaks.push_back({{less.range.begin, static_cast<uint32_t>(read.end)},
                              " ",
                              otherwise,
                              /*types=*/true});
  else if (read.verdict == TypeArguments::Verdict::Unclear)
    result_.ambiguous.push_back(otherwise);
}

const Node *Lowering::binary(Here at) {
  const Node *left = nullptr;
  const Node *right = nullptr;
  Here first{};
  Here last{};
  llvm::StringRef op;
  bool typeGoesOnHere = false;
  children([&](Here child) {
    if (!left) {
      first = child;
      left = expression(child);
    } else if (op.empty()) {
      op = textOf(child.range);
      typeGoesOnHere = (op == "|" || op == "&") && endsWithType(first);
      checkOperandEnd(first, left, child, /*isBinary=*/true);
      if ((op == "<" || op == "<<") && module_.language != Language::JavaScript)
        checkTypeArguments(first, child);
    } else if (typeGoesOnHere) {
      checkTypeOperand(child);
    } else {
      // where it tried type arguments, the grammar may group from the right
      if (child.kind == Kind::BinaryExpression && op != "**")
        last = child;
      right = expression(child);
    }
  });
  if (typeGoesOnHere)
    return typeGoesOn(first, at, false, left);
  left = orMissing(left, at.range.begin);
  const auto *inner = llvm::dyn_cast_or_null<BinaryExpression>(right);
  if (last.kind == Kind::BinaryExpression && inner && precedenceOf(inner->op) <= precedenceOf(op))
    result_.ambiguous.push_back({last.range, "comparisons that other readers group otherwise"});
  auto build = [&]<typename T>(T *node) -> const Node * {
    node->op = op;
    node->left = left;
    node->right = orMissing(right, at.range.end);
    // only a chain of TypeScript's `!` can hide an operator that binds less tightly than this one
    if (first.kind == Kind::BinaryExpression)
      return done(node);
    return hung(first, node, &T::left, precedenceOf(op));
  };
  if (op == "&&" || op == "||" || op == "??")
    return build(make<LogicalExpression>(at.range));
  return build(make<BinaryExpression>(at.range));
}

const Node *Lowering::assignment(Here at) {
  auto *node = make<AssignmentExpression>(at.range);
  children([&](Here child) {
    if (!node->left)
      node->left = pattern(child);
    else if (node->op.empty())
      node->op = textOf(child.range);
    else
      node->right = expression(child);
  });
  node->left = orMissing(node->left, at.range.begin);
  node->right = orMissing(node->right, at.range.end);
  return done(node);
}

const Node *Lowering::conditional(Here at) {
  auto *node = make<ConditionalExpression>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::QuestionMark || child.kind == Kind::Colon)
      return;
    const Node *&place = !node->test         ? node->test
                         : !node->consequent ? node->consequent
                                             : node->alternate;
    place = expression(child);
  });
  node->test = orMissing(node->test, at.range.begin);
  node->consequent = orMissing(node->consequent, at.range.end);
  node->alternate = orMissing(node->alternate, at.range.end);
  return done(node);
}

const Node *Lowering::sequence(Here at) {
  auto *node = make<SequenceExpression>(at.range);
  Nodes parts;
  children([&](Here child) {
    if (child.kind != Kind::Comma)
      parts.push_back(expression(child));
  });
  node->expressions = list(parts);
  return done(node);
}

const Node *Lowering::yield(Here at) {
  auto *node = make<YieldExpression>(at.range);
  if (!context_.generator)
    result_.ambiguous.push_back(
        {{at.range.begin, at.range.begin + 5}, "`yield` outside of a generator"});
  children([&](Here child) {
    if (child.kind == Kind::Star)
      node->delegate = true;
    else if (child.kind != Kind::Other)
      node->argument = expression(child);
    if (child.range.begin != at.range.begin && !node->delegate)
      noBreakBefore(child, "a line break ends the `yield` before this");
  });
  return done(node);
}

void Lowering::noteAwait(ByteRange word) {
  if (context_.functionDepth == 0)
    result_.topLevelAwaits.push_back(word);
  else if (!context_.async)
    result_.ambiguous.push_back({word, "`await` outside of an async function"});
}

const Node *Lowering::await(Here at) {
  auto *node = make<AwaitExpression>(at.range);
  ByteRange word{at.range.begin, at.range.begin + 5};
  noteAwait(word);
  children([&](Here child) {
    if (child.kind != Kind::AwaitKeyword)
      node->argument = expression(child);
  });
  node->argument = orMissing(node->argument, at.range.end);
  return done(node);
}

const Node *Lowering::metaProperty(Here at) {
  auto *node = make<MetaProperty>(at.range);
  llvm::StringRef text = textOf(at.range);
  bool isImport = text.starts_with("import");
  auto name = [&](uint32_t begin, llvm::StringRef spelling) {
    auto *identifier = make<Identifier>({begin, begin + static_cast<uint32_t>(spelling.size())});
    identifier->name = spelling;
    return identifier;
  };
  llvm::StringRef last = text.substr(text.rfind('.') + 1).ltrim();
  result_.isModule |= isImport && last == "meta";
  node->meta = name(at.range.begin, isImport ? "import" : "new");
  node->property = name(at.range.end - static_cast<uint32_t>(last.size()), last);
  return done(node);
}

/// TypeScript's assertions: the expression alone, its type as a span.
const Node *Lowering::typed(Here at) {
  const Node *inner = nullptr;
  uint32_t typeBegin = at.range.end;
  Here first{};
  bool goesOn = false;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::AsKeyword:
    case Kind::SatisfiesKeyword:
    case Kind::Bang:
      typeBegin = std::min(typeBegin, child.range.begin);
      noBreakBefore(child, "a line break ends the expression before this");
      break;
    case Kind::TypeArguments:
      goesOn = inner && endsWithType(first);
      if (!goesOn)
        typeSpan(child.range);
      if (inner) {
        checkOperandEnd(first, inner, child);
        if (at.kind == Kind::InstantiationExpression && !goesOn &&
            !mayFollowTypeArguments(module_.text, child.range.end))
          result_.ambiguous.push_back({child.range, "a comparison to some readers"});
      }
      break;
    default:
      if (!inner && typeBegin == at.range.end) {
        first = child;
        inner = expression(child);
      }
    }
  });
  if (goesOn)
    return typeGoesOn(first, at, false, inner);
  if (typeBegin == at.range.end)
    return inner;
  typeSpan({typeBegin, at.range.end});
  if (at.kind == Kind::AsExpression || at.kind == Kind::SatisfiesExpression) {
    assertedTypeEnd_ = at.range.end;
    // `a as B⏎<c>(d)` goes on, as two comparisons
    auto next = static_cast<uint32_t>(endOfTrivia(module_.text, at.range.end));
    if (module_.text.substr(next).starts_with("<"))
      result_.ambiguous.push_back({{next, next + 1}, "a comparison to some readers"});
  }
  return inner;
}

} // namespace agentc
