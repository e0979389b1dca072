#include "Lowering/ObjectLowering.h"

#include "Lowering/FunctionLowering.h"
#include "Lowering/PatternLowering.h"

namespace agentc {

using namespace ast;

/// A property's name: an Identifier that names nothing in scope, a Literal, or any expression.
const Node *ObjectLowering::propertyName(Here at, bool &computed) {
  switch (at.kind) {
  case Kind::ComputedPropertyName: {
    computed = true;
    const Node *inner = nullptr;
    children([&](Here child) {
      if (child.kind != Kind::Other)
        inner = expression(child);
    });
    return orMissing(inner, at.range.begin);
  }
  case Kind::String:
  case Kind::Number:
  case Kind::PrivatePropertyIdentifier:
    return expression(at);
  default: {
    auto *node = make<Identifier>(at.range);
    node->name = nameOf(at.range);
    return node;
  }
  }
}

const Node *ObjectLowering::array(Here at) {
  auto *node = make<ArrayExpression>(at.range);
  node->elements = patterns().elements([&](Here child) { return expression(child); });
  return done(node);
}

const Node *ObjectLowering::object(Here at) {
  auto *node = make<ObjectExpression>(at.range);
  Nodes properties;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::Pair:
      properties.push_back(pair(child));
      break;
    case Kind::ShorthandPropertyIdentifier:
      properties.push_back(shorthand(child));
      break;
    case Kind::MethodDefinition:
      properties.push_back(functions().method(child, false));
      break;
    case Kind::SpreadElement:
      properties.push_back(expression(child));
      break;
    default:
      break;
    }
  });
  node->properties = list(properties);
  return done(node);
}

const Node *ObjectLowering::pair(Here at, bool isPattern) {
  auto *node = make<Property>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::Colon)
      return;
    if (!node->key)
      node->key = propertyName(child, node->computed);
    else
      node->value = isPattern ? pattern(child) : expression(child);
  });
  node->key = orMissing(node->key, at.range.begin);
  node->value = orMissing(node->value, at.range.end);
  return done(node);
}

const Node *ObjectLowering::shorthand(Here at) {
  auto *node = make<Property>(at.range);
  node->shorthand = true;
  node->key = propertyName(at, node->computed);
  node->value = identifier(at);
  return done(node);
}

const Node *ObjectLowering::spread(Here at) {
  auto *node = make<SpreadElement>(at.range);
  children([&](Here child) {
    if (child.kind != Kind::Other)
      node->argument = expression(child);
  });
  node->argument = orMissing(node->argument, at.range.end);
  return done(node);
}

} // namespace agentc
