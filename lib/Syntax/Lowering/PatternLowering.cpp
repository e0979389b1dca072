#include "Lowering/PatternLowering.h"

#include "Lowering/ExpressionLowering.h"
#include "Lowering/ObjectLowering.h"

namespace agentc {

using namespace ast;

const Node *PatternLowering::pattern(Here at) {
  if (!descend(at.range))
    return orMissing(nullptr, at.range.begin);
  const Node *node = patternOf(at);
  ascend();
  return orMissing(node, at.range.begin);
}

const Node *PatternLowering::patternOf(Here at) {
  switch (at.kind) {
  case Kind::ArrayPattern:
    return arrayPattern(at);
  case Kind::ObjectPattern:
    return objectPattern(at);
  case Kind::AssignmentPattern:
    return assignmentPattern(at);
  case Kind::RestPattern:
    return restPattern(at);
  case Kind::Identifier:
  case Kind::ShorthandPropertyIdentifierPattern:
    return identifier(at);
  default:
    return expressions().expressionOf(at);
  }
}

/// An array's elements, null for each hole.
NodeList PatternLowering::elements(llvm::function_ref<const Node *(Here)> lower) {
  Nodes nodes;
  bool separated = true;
  children([&](Here child) {
    if (child.kind == Kind::Comma) {
      if (separated)
        nodes.push_back(nullptr);
      separated = true;
    } else if (child.kind != Kind::Other) {
      nodes.push_back(lower(child));
      separated = false;
    }
  });
  return list(nodes);
}

const Node *PatternLowering::arrayPattern(Here at) {
  auto *node = make<ArrayPattern>(at.range);
  node->elements = elements([&](Here child) { return pattern(child); });
  return done(node);
}

const Node *PatternLowering::objectPattern(Here at) {
  auto *node = make<ObjectPattern>(at.range);
  Nodes properties;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::PairPattern:
      properties.push_back(objects().pair(child, /*isPattern=*/true));
      break;
    case Kind::ShorthandPropertyIdentifierPattern:
      properties.push_back(objects().shorthand(child));
      break;
    case Kind::ObjectAssignmentPattern:
      properties.push_back(objectAssignmentPattern(child));
      break;
    case Kind::RestPattern:
      properties.push_back(pattern(child));
      break;
    default:
      break;
    }
  });
  node->properties = list(properties);
  return done(node);
}

/// `{name = value}`: a shorthand property with a default.
const Node *PatternLowering::objectAssignmentPattern(Here at) {
  auto *node = make<Property>(at.range);
  node->shorthand = true;
  auto *inner = make<AssignmentPattern>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::Assign)
      return;
    if (!inner->left) {
      node->key = propertyName(child, node->computed);
      inner->left = pattern(child);
    } else {
      inner->right = expression(child);
    }
  });
  inner->left = orMissing(inner->left, at.range.begin);
  inner->right = orMissing(inner->right, at.range.end);
  node->key = orMissing(node->key, at.range.begin);
  node->value = done(inner);
  return done(node);
}

const Node *PatternLowering::assignmentPattern(Here at) {
  auto *node = make<AssignmentPattern>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::Assign)
      return;
    if (!node->left)
      node->left = pattern(child);
    else
      node->right = expression(child);
  });
  node->left = orMissing(node->left, at.range.begin);
  node->right = orMissing(node->right, at.range.end);
  return done(node);
}

const Node *PatternLowering::restPattern(Here at) {
  auto *node = make<RestElement>(at.range);
  children([&](Here child) {
    if (child.kind != Kind::Other)
      node->argument = pattern(child);
  });
  node->argument = orMissing(node->argument, at.range.end);
  return done(node);
}

} // namespace agentc
