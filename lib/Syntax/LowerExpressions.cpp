#include "Chains.h"

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
  case Kind::Undefined:
  case Kind::ShorthandPropertyIdentifier:
  case Kind::StatementIdentifier:
  case Kind::TypeIdentifier:
    return identifier(at);
  case Kind::PrivatePropertyIdentifier: {
    auto *name = make<PrivateIdentifier>(at.range);
    name->name = nameOf({std::min(at.range.begin + 1, at.range.end), at.range.end});
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
    return templateLiteral(at);
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
  if (node->name == "yield" || node->name == "await")
    result_.ambiguous.push_back(
        {at.range, node->name == "yield" ? "`yield` as a name" : "`await` as a name"});
  return node;
}

/// A property's name: an Identifier that names nothing in scope, a Literal, or any expression.
const Node *Lowering::propertyName(Here at, bool &computed) {
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
  children([&](Here child) {
    if (first)
      node->op = textOf(child.range);
    else
      node->argument = expression(child);
    first = false;
  });
  node->argument = orMissing(node->argument, at.range.end);
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
    }
  });
  node->argument = orMissing(node->argument, at.range.end);
  if (node->prefix)
    return done(node);
  return hung(operand, node, &UpdateExpression::argument, tightest);
}

const Node *Lowering::binary(Here at) {
  const Node *left = nullptr;
  const Node *right = nullptr;
  Here first{};
  llvm::StringRef op;
  children([&](Here child) {
    if (!left) {
      first = child;
      left = expression(child);
    } else if (op.empty()) {
      op = textOf(child.range);
    } else {
      right = expression(child);
    }
  });
  left = orMissing(left, at.range.begin);
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
    if (child.kind == Kind::UsingKeyword)
      return;
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

NodeList Lowering::arguments() {
  Nodes nodes;
  children([&](Here child) {
    if (child.kind != Kind::Comma && child.kind != Kind::CloseParen && child.kind != Kind::Other)
      nodes.push_back(expression(child));
  });
  return list(nodes);
}

const Node *Lowering::call(Here at) {
  const Node *callee = nullptr;
  const Node *quasi = nullptr;
  NodeList given;
  Here first{};
  bool optional = false;
  bool isImport = false;
  bool hasArguments = false;
  children([&](Here child) {
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
      typeSpan(child.range);
      break;
    case Kind::Arguments:
      given = arguments();
      hasArguments = true;
      break;
    default:
      if (callee) {
        quasi = expression(child);
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
    auto *node = make<TaggedTemplateExpression>(at.range);
    node->tag = callee;
    node->quasi = quasi;
    return hung(first, node, &TaggedTemplateExpression::tag, tightest);
  }
  if (!optional && first.kind == Kind::Identifier)
    if (const Node *await =
            mendedAwait(at, callee, [&] { return parenthesizedArguments(given); }))
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
  children([&](Here child) {
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
  children([&](Here child) {
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
  node->object = orMissing(node->object, at.range.begin);
  node->property = orMissing(node->property, at.range.end);
  if (!node->optional && first.kind == Kind::Identifier)
    if (const Node *await = mendedAwait(
            at, node->object, [&] { return bracketedMember(brackets, node->property); }))
      return await;
  return hung(first, node, &MemberExpression::object, tightest);
}

const Node *Lowering::yield(Here at) {
  auto *node = make<YieldExpression>(at.range);
  if (!context_.generator)
    result_.ambiguous.push_back({{at.range.begin, at.range.begin + 5}, "`yield` outside of a generator"});
  children([&](Here child) {
    if (child.kind == Kind::Star)
      node->delegate = true;
    else if (child.kind != Kind::Other)
      node->argument = expression(child);
  });
  return done(node);
}

const Node *Lowering::await(Here at) {
  auto *node = make<AwaitExpression>(at.range);
  ByteRange word{at.range.begin, at.range.begin + 5};
  if (context_.functionDepth == 0)
    result_.topLevelAwaits.push_back(word);
  else if (!context_.async)
    result_.ambiguous.push_back({word, "`await` outside of an async function"});
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

const Node *Lowering::array(Here at) {
  auto *node = make<ArrayExpression>(at.range);
  node->elements = elements([&](Here child) { return expression(child); });
  return done(node);
}

const Node *Lowering::object(Here at) {
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
      properties.push_back(method(child, false));
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

const Node *Lowering::pair(Here at) {
  auto *node = make<Property>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::Colon)
      return;
    if (!node->key)
      node->key = propertyName(child, node->computed);
    else
      node->value = expression(child);
  });
  node->key = orMissing(node->key, at.range.begin);
  node->value = orMissing(node->value, at.range.end);
  return done(node);
}

const Node *Lowering::shorthand(Here at) {
  auto *node = make<Property>(at.range);
  node->shorthand = true;
  node->key = propertyName(at, node->computed);
  node->value = identifier(at);
  return done(node);
}

const Node *Lowering::spread(Here at) {
  auto *node = make<SpreadElement>(at.range);
  children([&](Here child) {
    if (child.kind != Kind::Other)
      node->argument = expression(child);
  });
  node->argument = orMissing(node->argument, at.range.end);
  return done(node);
}

/// TypeScript's assertions: the expression alone, its type as a span.
const Node *Lowering::typed(Here at) {
  const Node *inner = nullptr;
  uint32_t typeBegin = at.range.end;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::AsKeyword:
    case Kind::SatisfiesKeyword:
    case Kind::Bang:
      typeBegin = std::min(typeBegin, child.range.begin);
      break;
    case Kind::TypeArguments:
      typeSpan(child.range);
      break;
    default:
      if (!inner && typeBegin == at.range.end)
        inner = expression(child);
    }
  });
  if (typeBegin < at.range.end)
    typeSpan({typeBegin, at.range.end});
  return inner;
}

} // namespace agentc
