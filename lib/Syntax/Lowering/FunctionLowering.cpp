#include "Lowering/FunctionLowering.h"

#include "Grammar/GrammarGaps.h"
#include "Lowering/ClassLowering.h"
#include "Lowering/StatementLowering.h"

#include "llvm/Support/SaveAndRestore.h"

namespace agentc {

using namespace ast;

static constexpr llvm::StringLiteral asyncBreak =
    "a line break makes the `async` before this a name";

/// True if a name is the one that GrammarGaps gave to the value of an `export default`.
bool FunctionLowering::isDefaultName(ByteRange range) const {
  return tree_.audit().isStandIn(range) &&
         tree_.audit().parsed().slice(range.begin, range.end) == defaultName;
}

const Node *FunctionLowering::function(Here at, bool declaration) {
  const Node *id = nullptr;
  const Node *body = nullptr;
  NodeList params;
  bool async = false;
  bool generator = false;
  llvm::SaveAndRestore<FunctionContext> outer(context_);
  ++context_.functionDepth;
  children([&](Here child) {
    if (async && child.before == at.range.begin + 5)
      noBreakBefore(child, asyncBreak);
    switch (child.kind) {
    case Kind::AsyncKeyword:
      async = true;
      break;
    case Kind::Star:
      generator = true;
      break;
    case Kind::Identifier:
      if (!isDefaultName(child.range))
        id = identifier(child);
      break;
    case Kind::FormalParameters:
      context_.async = async;
      context_.generator = generator;
      params = parameters();
      break;
    case Kind::StatementBlock:
      body = statements().block(child, true);
      break;
    case Kind::TypeParameters:
    case Kind::TypeAnnotation:
    case Kind::AssertsAnnotation:
    case Kind::TypePredicateAnnotation:
      typeSpan(child.range);
      break;
    default:
      break;
    }
  });
  auto fill = [&](auto *node) -> const Node * {
    node->id = id;
    node->params = params;
    node->body = body ? body : done(make<BlockStatement>({at.range.end, at.range.end}));
    node->range.end = node->body->range.end;
    node->async = async;
    node->generator = generator;
    return done(node);
  };
  return declaration ? fill(make<FunctionDeclaration>(at.range))
                     : fill(make<FunctionExpression>(at.range));
}

const Node *FunctionLowering::arrow(Here at) {
  auto *node = make<ArrowFunctionExpression>(at.range);
  bool sawArrow = false;
  llvm::SaveAndRestore<FunctionContext> outer(context_);
  ++context_.functionDepth;
  context_.generator = false;
  context_.async = false;
  children([&](Here child) {
    if (node->async && !node->params.data() && !sawArrow && child.before == at.range.begin + 5)
      noBreakBefore(child, asyncBreak);
    switch (child.kind) {
    case Kind::AsyncKeyword:
      node->async = true;
      context_.async = true;
      return;
    case Kind::Arrow:
      sawArrow = true;
      noBreakBefore(child, "no line break may stand before `=>`");
      return;
    case Kind::FormalParameters:
      node->params = parameters();
      return;
    case Kind::TypeParameters:
    case Kind::TypeAnnotation:
    case Kind::AssertsAnnotation:
    case Kind::TypePredicateAnnotation:
      typeSpan(child.range);
      return;
    default:
      break;
    }
    if (!sawArrow)
      node->params = list(identifier(child));
    else if (child.kind == Kind::StatementBlock)
      node->body = statements().block(child, true);
    else if (child.kind == Kind::Object)
      node->body = statements().objectAsBlock(child);
    else
      node->body = expression(child);
  });
  node->body = orMissing(node->body, at.range.end);
  return done(node);
}

NodeList FunctionLowering::parameters() {
  Nodes nodes;
  children([&](Here child) {
    if (child.kind == Kind::Comma || child.kind == Kind::CloseParen || child.kind == Kind::Other)
      return;
    const Node *node =
        child.kind == Kind::RequiredParameter || child.kind == Kind::OptionalParameter
            ? parameter(child)
            : pattern(child);
    if (node)
      nodes.push_back(node);
  });
  return list(nodes);
}

/// A parameter as TypeScript's grammar has it; null for `this`.
const Node *FunctionLowering::parameter(Here at) {
  Nodes decorators;
  llvm::SmallVector<ByteRange, 3> modifiers;
  const Node *target = nullptr;
  const Node *value = nullptr;
  bool isThis = false;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::Decorator:
      decorators.push_back(classes().decorator(child));
      break;
    case Kind::AccessibilityModifier:
    case Kind::OverrideModifier:
    case Kind::ReadonlyKeyword:
      modifiers.push_back(child.range);
      break;
    case Kind::QuestionMark:
    case Kind::TypeAnnotation:
      typeSpan(child.range);
      break;
    case Kind::Assign:
    case Kind::Other:
      break;
    case Kind::This:
      isThis = true;
      break;
    default:
      if (!target)
        target = pattern(child);
      else
        value = expression(child);
    }
  });
  if (isThis) {
    typeSpanWith(at.range, ",");
    return nullptr;
  }
  target = orMissing(target, at.range.begin);
  if (value) {
    auto *node = make<AssignmentPattern>({target->range.begin, value->range.end});
    node->left = target;
    node->right = value;
    target = done(node);
  }
  if (!modifiers.empty()) {
    auto *node = make<TSParameterProperty>({modifiers.front().begin, at.range.end});
    node->parameter = target;
    target = done(node);
  }
  if (!decorators.empty()) {
    auto *node = make<TSDecoratedParameter>(at.range);
    node->decorators = list(decorators);
    node->parameter = target;
    target = done(node);
  }
  return target;
}

const Node *FunctionLowering::method(Here at, bool inClass,
                                     llvm::ArrayRef<const Node *> outerDecorators) {
  Nodes decorators(outerDecorators.begin(), outerDecorators.end());
  const Node *key = nullptr;
  bool computed = false;
  bool isStatic = false;
  bool get = false;
  bool set = false;
  auto *value = make<FunctionExpression>(at.range);
  llvm::SaveAndRestore<FunctionContext> outer(context_);
  bool sawModifier = false;
  children([&](Here child) {
    if (sawModifier)
      noBreakBefore(child, modifierBreak);
    sawModifier = endsWithLine(child.kind) && !key;
    switch (child.kind) {
    case Kind::Decorator:
      decorators.push_back(classes().decorator(child));
      break;
    case Kind::StaticGet:
      isStatic = get = true;
      break;
    case Kind::StaticKeyword:
      isStatic = true;
      break;
    case Kind::GetKeyword:
      get = true;
      break;
    case Kind::SetKeyword:
      set = true;
      break;
    case Kind::AsyncKeyword:
      value->async = true;
      break;
    case Kind::Star:
      value->generator = true;
      break;
    case Kind::FormalParameters:
      value->range.begin = std::max(value->range.begin, child.range.begin);
      context_ = {value->async, value->generator, context_.functionDepth + 1};
      value->params = parameters();
      break;
    case Kind::StatementBlock:
      value->body = statements().block(child, true);
      break;
    case Kind::AccessibilityModifier:
    case Kind::OverrideModifier:
    case Kind::ReadonlyKeyword:
    case Kind::QuestionMark:
    case Kind::TypeParameters:
    case Kind::TypeAnnotation:
    case Kind::AssertsAnnotation:
    case Kind::TypePredicateAnnotation:
      typeSpan(child.range);
      break;
    case Kind::Other:
      break;
    default:
      if (!key)
        key = propertyName(child, computed);
    }
  });
  if (!value->body)
    value->body = done(make<BlockStatement>({at.range.end, at.range.end}));
  done(value);
  key = orMissing(key, at.range.begin);
  if (!inClass) {
    auto *node = make<Property>(at.range);
    node->propertyKind = get ? PropertyKind::Get : set ? PropertyKind::Set : PropertyKind::Init;
    node->method = !get && !set;
    node->computed = computed;
    node->key = key;
    node->value = value;
    return done(node);
  }
  auto *node = make<MethodDefinition>(at.range);
  node->decorators = list(decorators);
  node->computed = computed;
  node->isStatic = isStatic;
  node->key = key;
  node->value = value;
  const auto *name = llvm::dyn_cast<Identifier>(key);
  const auto *text = llvm::dyn_cast<Literal>(key);
  bool constructor =
      !computed && !isStatic && !get && !set &&
      ((name && name->name == "constructor") ||
       (text && text->literal == LiteralKind::String && text->text == "constructor"));
  node->methodKind = get           ? MethodKind::Get
                     : set         ? MethodKind::Set
                     : constructor ? MethodKind::Constructor
                                   : MethodKind::Method;
  return done(node);
}

} // namespace agentc
