#include "Lowering/CallLowering.h"

#include "Lowering/AssertionLowering.h"
#include "Lowering/ChainLowering.h"
#include "Lowering/ExpressionLowering.h"
#include "Lowering/LiteralLowering.h"

namespace agentc {

using namespace ast;

NodeList CallLowering::arguments() {
  Nodes nodes;
  children([&](Here child) {
    if (child.kind != Kind::Comma && child.kind != Kind::CloseParen && child.kind != Kind::Other)
      nodes.push_back(expression(child));
  });
  return list(nodes);
}

const Node *CallLowering::call(Here at) {
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
      chains().checkOperandEnd(first, callee, child);
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
      if (assertions().endsWithType(first))
        result_.ambiguous.push_back({child.range, "a comparison to some readers"});
      typeSpan(child.range);
      break;
    case Kind::Arguments:
      assertions().checkAssertion(first, child);
      given = arguments();
      hasArguments = true;
      break;
    default:
      if (callee) {
        assertions().checkAssertion(first, child);
        quasi = child.kind == Kind::TemplateString ? literals().templateLiteral(child, true)
                                                   : expression(child);
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
      if (const Node *await = chains().mendedAwait(at, callee, [&] { return quasi; }))
        return await;
    auto *node = make<TaggedTemplateExpression>(at.range);
    node->tag = callee;
    node->quasi = quasi;
    return chains().hung(first, node, &TaggedTemplateExpression::tag, tightest);
  }
  if (!optional && first.kind == Kind::Identifier)
    if (const Node *await = chains().mendedAwait(
            at, callee, [&] { return chains().parenthesizedArguments(given); }))
      return await;
  if (hasArguments && !optional && chains().completeNew(first, callee, given, at.range.end))
    return callee;
  auto *node = make<CallExpression>(at.range);
  node->callee = callee;
  node->arguments = given;
  node->optional = optional;
  return chains().hung(first, node, &CallExpression::callee, tightest);
}

const Node *CallLowering::newExpression(Here at) {
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

const Node *CallLowering::member(Here at) {
  auto *node = make<MemberExpression>(at.range);
  Here first{};
  bool onImport = false;
  bool sawNext = false;
  children([&](Here child) {
    if (node->object && !std::exchange(sawNext, true))
      chains().checkOperandEnd(first, node->object, child);
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
  if (assertions().endsWithType(first))
    return assertions().typeGoesOn(first, at, node->optional, node->object);
  if (onImport)
    return expressions().metaProperty(at);
  node->object = orMissing(node->object, at.range.begin);
  node->property = orMissing(node->property, at.range.end);
  return chains().hung(first, node, &MemberExpression::object, tightest);
}

const Node *CallLowering::subscript(Here at) {
  auto *node = make<MemberExpression>(at.range);
  node->computed = true;
  Here first{};
  ByteRange brackets{at.range.begin, at.range.end};
  bool sawNext = false;
  children([&](Here child) {
    if (node->object && !std::exchange(sawNext, true))
      chains().checkOperandEnd(first, node->object, child);
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
  if (assertions().endsWithType(first)) {
    breaks_.checkBreak({first.range.end, brackets.begin},
                       "a type ends at the line break before this");
    return assertions().typeGoesOn(first, at, node->optional, node->object);
  }
  node->object = orMissing(node->object, at.range.begin);
  node->property = orMissing(node->property, at.range.end);
  if (!node->optional && first.kind == Kind::Identifier)
    if (const Node *await = chains().mendedAwait(
            at, node->object, [&] { return chains().bracketedMember(brackets, node->property); }))
      return await;
  return chains().hung(first, node, &MemberExpression::object, tightest);
}

} // namespace agentc
