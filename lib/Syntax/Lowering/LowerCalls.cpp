#include "Chains.h"
#include "Grammar/TypeArguments.h"
#include "Tokens.h"

namespace agentc {

using namespace ast;

NodeList Lowering::arguments() {
  Nodes nodes;
  children([&](Here child) {
    if (child.kind != Kind::Comma && child.kind != Kind::CloseParen && child.kind != Kind::Other)
      nodes.push_back(expression(child));
  });
  return list(nodes);
}

/// TypeScript calls nothing that ends with `as T`; where the grammar does, a line break stands
/// between.
void Lowering::checkAssertion(Here operand, Here next) {
  if (!endsWithType(operand))
    return;
  ByteRange gap{operand.range.end, next.range.begin};
  constexpr llvm::StringLiteral reason = "a type ends the expression before this";
  if (hasLineTerminator(textOf(gap)))
    checkBreak(gap, reason);
  else
    result_.ambiguous.push_back({next.range, reason});
}

/// The grammar reads the type of `a as b.c<d>[0] | e` no further than `b`, and the rest as an
/// expression.
const Node *Lowering::typeGoesOn(Here operand, Here at, bool optional, const Node *inner) {
  if (optional)
    result_.ambiguous.push_back({{operand.range.end, at.range.end}, "`?.` behind a type"});
  module_.typeSpans.back().range.end = at.range.end;
  assertedTypeEnd_ = at.range.end;
  return inner;
}

/// An arrow function's body ends its expression (ECMA-262 15.3), and nothing is called or taken a
/// member of behind `x++`; the grammar goes on with both
/// (https://github.com/tree-sitter/tree-sitter-javascript/pull/354).
void Lowering::checkOperandEnd(Here operand, const Node *node, Here next, bool isBinary) {
  llvm::StringRef text = textOf(operand.range);
  const bool isUpdate = text.ends_with("++") || text.ends_with("--");
  bool ends = operand.kind == Kind::UpdateExpression && !isBinary && isUpdate;
  if (operand.kind == Kind::ArrowFunction) {
    const auto *arrow = llvm::dyn_cast<ArrowFunctionExpression>(node);
    while (arrow && llvm::isa<ArrowFunctionExpression>(arrow->body))
      arrow = llvm::cast<ArrowFunctionExpression>(arrow->body);
    ends = arrow && llvm::isa<BlockStatement>(arrow->body);
  }
  // `x++⏎<b>(c)` goes on as two comparisons, `++x<b>(c)` and `new X<T>[a]` otherwise than the
  // grammar
  const bool isOtherwise =
      (next.kind == Kind::TypeArguments && (isUpdate || operand.kind == Kind::UpdateExpression)) ||
      (operand.kind == Kind::NewExpression && text.ends_with(">") &&
       (!isBinary || !mayFollowTypeArguments(module_.text, operand.range.end)));
  if (!ends && !isOtherwise)
    return;
  ByteRange gap{operand.range.end, next.range.begin};
  constexpr llvm::StringLiteral reason = "the expression before this ends there";
  if (hasLineTerminator(textOf(gap)) && !isOtherwise)
    checkBreak(gap, reason);
  else
    result_.ambiguous.push_back({next.range, reason});
}

const Node *Lowering::call(Here at) {
  const Node *callee = nullptr;
  const Node *quasi = nullptr;
  NodeList given;
  Here first{};
  bool optional = false;
  bool isImport = false;
  bool hasArguments = false;
  bool sawNext = false;
  children([&](Here child) {
    if (callee && !std::exchange(sawNext, true))
      checkOperandEnd(first, callee, child);
    switch (child.kind) {
    case Kind::Import:
    case Kind::ImportKeyword:
      isImport = true;
      break;
    case Kind::OptionalChain:
    case Kind::OptionalDot:
      optional = true;
      break;
    case Kind::TypeArguments:
      // `a as B⏎<c>(d)` goes on, as two comparisons
      if (endsWithType(first))
        result_.ambiguous.push_back({child.range, "a comparison to some readers"});
      typeSpan(child.range);
      break;
    case Kind::Arguments:
      checkAssertion(first, child);
      given = arguments();
      hasArguments = true;
      break;
    default:
      if (callee) {
        checkAssertion(first, child);
        quasi =
            child.kind == Kind::TemplateString ? templateLiteral(child, true) : expression(child);
        break;
      }
      first = child;
      callee = expression(child);
    }
  });
  if (isImport) {
    auto *node = make<ImportExpression>(at.range);
    node->source = orMissing(given.empty() ? nullptr : given[0], at.range.end);
    node->options = given.size() > 1 ? given[1] : nullptr;
    return done(node);
  }
  callee = orMissing(callee, at.range.begin);
  if (quasi && !hasArguments) {
    if (first.kind == Kind::Identifier && !optional)
      if (const Node *await = mendedAwait(at, callee, [&] { return quasi; }))
        return await;
    auto *node = make<TaggedTemplateExpression>(at.range);
    node->tag = callee;
    node->quasi = quasi;
    return hung(first, node, &TaggedTemplateExpression::tag, tightest);
  }
  if (!optional && first.kind == Kind::Identifier)
    if (const Node *await = mendedAwait(at, callee, [&] { return parenthesizedArguments(given); }))
      return await;
  if (hasArguments && !optional && completeNew(first, callee, given, at.range.end))
    return callee;
  auto *node = make<CallExpression>(at.range);
  node->callee = callee;
  node->arguments = given;
  node->optional = optional;
  return hung(first, node, &CallExpression::callee, tightest);
}

const Node *Lowering::newExpression(Here at) {
  auto *node = make<NewExpression>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::TypeArguments)
      typeSpan(child.range);
    else if (child.kind == Kind::Arguments)
      node->arguments = arguments();
    else if (child.kind != Kind::Other)
      node->callee = expression(child);
  });
  node->callee = orMissing(node->callee, at.range.end);
  return done(node);
}

const Node *Lowering::member(Here at) {
  auto *node = make<MemberExpression>(at.range);
  Here first{};
  bool onImport = false;
  bool sawNext = false;
  children([&](Here child) {
    if (node->object && !std::exchange(sawNext, true))
      checkOperandEnd(first, node->object, child);
    if (child.kind == Kind::Import || child.kind == Kind::ImportKeyword)
      onImport = true;
    else if (onImport)
      return;
    else if (child.kind == Kind::OptionalChain || child.kind == Kind::OptionalDot)
      node->optional = true;
    else if (child.kind == Kind::Other)
      return;
    else if (!node->object) {
      first = child;
      node->object = expression(child);
    } else {
      bool computed = false;
      node->property = propertyName(child, computed);
    }
  });
  if (endsWithType(first))
    return typeGoesOn(first, at, node->optional, node->object);
  if (onImport)
    return metaProperty(at);
  node->object = orMissing(node->object, at.range.begin);
  node->property = orMissing(node->property, at.range.end);
  return hung(first, node, &MemberExpression::object, tightest);
}

const Node *Lowering::subscript(Here at) {
  auto *node = make<MemberExpression>(at.range);
  node->computed = true;
  Here first{};
  ByteRange brackets{at.range.begin, at.range.end};
  bool sawNext = false;
  children([&](Here child) {
    if (node->object && !std::exchange(sawNext, true))
      checkOperandEnd(first, node->object, child);
    if (child.kind == Kind::OptionalChain || child.kind == Kind::OptionalDot)
      node->optional = true;
    else if (child.kind == Kind::Other)
      brackets.begin = node->property ? brackets.begin : child.range.begin;
    else if (!node->object) {
      first = child;
      node->object = expression(child);
    } else {
      node->property = expression(child);
    }
  });
  if (endsWithType(first)) {
    checkBreak({first.range.end, brackets.begin}, "a type ends at the line break before this");
    return typeGoesOn(first, at, node->optional, node->object);
  }
  node->object = orMissing(node->object, at.range.begin);
  node->property = orMissing(node->property, at.range.end);
  if (!node->optional && first.kind == Kind::Identifier)
    if (const Node *await = mendedAwait(at, node->object,
                                        [&] { return bracketedMember(brackets, node->property); }))
      return await;
  return hung(first, node, &MemberExpression::object, tightest);
}

} // namespace agentc
