#include "Lowering/ExpressionLowering.h"

#include "Lowering/AssertionLowering.h"
#include "Lowering/CallLowering.h"
#include "Lowering/ChainLowering.h"
#include "Lowering/ClassLowering.h"
#include "Lowering/FunctionLowering.h"
#include "Lowering/JsxElements.h"
#include "Lowering/LiteralLowering.h"
#include "Lowering/NamespaceLowering.h"
#include "Lowering/ObjectLowering.h"
#include "Tokens.h"

namespace agentc {

using namespace ast;

const Node *ExpressionLowering::expression(Here at) {
  if (!descend(at.range))
    return orMissing(nullptr, at.range.begin);
  const Node *node = expressionOf(at);
  ascend();
  return orMissing(node, at.range.begin);
}

const Node *ExpressionLowering::expressionOf(Here at) {
  switch (at.kind) {
  case Kind::Identifier:
    if (tree_.isMaskedImport(at.range))
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
    return literals().simpleLiteral(at, LiteralKind::Null);
  case Kind::True:
    return literals().simpleLiteral(at, LiteralKind::True);
  case Kind::False:
    return literals().simpleLiteral(at, LiteralKind::False);
  case Kind::Number:
    return literals().number(at);
  case Kind::String:
    return literals().string(at);
  case Kind::Regex:
    return literals().regex(at);
  case Kind::TemplateString:
    return literals().templateLiteral(at, false);
  case Kind::Array:
    return objects().array(at);
  case Kind::Object:
    return objects().object(at);
  case Kind::ParenthesizedExpression:
    return parenthesized(at);
  case Kind::CallExpression:
    return calls().call(at);
  case Kind::NewExpression:
    return calls().newExpression(at);
  case Kind::MemberExpression:
    return calls().member(at);
  case Kind::SubscriptExpression:
    return calls().subscript(at);
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
    return functions().arrow(at);
  case Kind::FunctionExpression:
  case Kind::GeneratorFunction:
    return functions().function(at, false);
  case Kind::Class:
    return classes().classNode(at, false);
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
    return assertions().typed(at);
  case Kind::SpreadElement:
    return objects().spread(at);
  case Kind::JsxElement:
    return jsxElements().jsxElement(at);
  case Kind::JsxSelfClosingElement:
    return jsxElements().jsxSelfClosing(at);
  case Kind::ObjectPattern:
  case Kind::ArrayPattern:
    return pattern(at);
  case Kind::InternalModule:
    return namespaces().namespaceDeclaration(at);
  default:
    return nullptr;
  }
}

const Node *ExpressionLowering::identifier(Here at) {
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
const Node *ExpressionLowering::maskedImport(Here at) {
  tree_.takeMaskedImport(at.range);
  auto *node = make<ImportExpression>(at.range);
  llvm::StringRef quoted = textOf(at.range);
  quoted = quoted.substr(quoted.find_first_of("'\""));
  auto begin = static_cast<uint32_t>(quoted.data() - module_.text.data());
  size_t end = endOfString(module_.text, begin);
  node->source = literals().stringAt({begin, end == noToken ? begin : static_cast<uint32_t>(end)});
  return done(node);
}

const Node *ExpressionLowering::parenthesized(Here) {
  const Node *inner = nullptr;
  children([&](Here child) {
    if (child.kind == Kind::TypeAnnotation)
      typeSpan(child.range);
    else if (child.kind != Kind::Other && child.kind != Kind::CloseParen)
      inner = expression(child);
  });
  return inner;
}

const Node *ExpressionLowering::unary(Here at) {
  auto *node = make<UnaryExpression>(at.range);
  bool first = true;
  bool isAwait = false;
  children([&](Here child) {
    if (first) {
      node->op = textOf(child.range);
      isAwait = tree_.isMendedAwait(child.range);
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

const Node *ExpressionLowering::update(Here at) {
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
  return chains().hung(operand, node, &UpdateExpression::argument, tightest);
}

const Node *ExpressionLowering::binary(Here at) {
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
      typeGoesOnHere = (op == "|" || op == "&") && assertions().endsWithType(first);
      chains().checkOperandEnd(first, left, child, /*isBinary=*/true);
      if ((op == "<" || op == "<<") && module_.language != Language::JavaScript)
        assertions().checkTypeArguments(first, child);
    } else if (typeGoesOnHere) {
      assertions().checkTypeOperand(child);
    } else {
      // where it tried type arguments, the grammar may group from the right
      if (child.kind == Kind::BinaryExpression && op != "**")
        last = child;
      right = expression(child);
    }
  });
  if (typeGoesOnHere)
    return assertions().typeGoesOn(first, at, false, left);
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
    return chains().hung(first, node, &T::left, precedenceOf(op));
  };
  if (op == "&&" || op == "||" || op == "??")
    return build(make<LogicalExpression>(at.range));
  return build(make<BinaryExpression>(at.range));
}

const Node *ExpressionLowering::assignment(Here at) {
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

const Node *ExpressionLowering::conditional(Here at) {
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

const Node *ExpressionLowering::sequence(Here at) {
  auto *node = make<SequenceExpression>(at.range);
  Nodes parts;
  children([&](Here child) {
    if (child.kind != Kind::Comma)
      parts.push_back(expression(child));
  });
  node->expressions = list(parts);
  return done(node);
}

const Node *ExpressionLowering::yield(Here at) {
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

void ExpressionLowering::noteAwait(ByteRange word) {
  if (context_.functionDepth == 0)
    result_.topLevelAwaits.push_back(word);
  else if (!context_.async)
    result_.ambiguous.push_back({word, "`await` outside of an async function"});
}

const Node *ExpressionLowering::await(Here at) {
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

const Node *ExpressionLowering::metaProperty(Here at) {
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

} // namespace agentc
