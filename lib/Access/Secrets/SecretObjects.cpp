#include "SecretWalk.h"

#include "agentc/Syntax/Walk.h"

namespace agentc {

using namespace ast;

namespace {

/// The function whose `this` an expression refers to, and the class or literal that it is part of.
struct Self {
  const Node *owner = nullptr; ///< null where it is no method's or field's
  bool isStatic = false;
};

Self selfOf(const Node &node) {
  for (const Node *at = node.parent; at; at = at->parent) {
    const bool isOwn = isFunction(*at) && !llvm::isa<ArrowFunctionExpression>(at);
    if (const auto *method = isOwn ? llvm::dyn_cast<MethodDefinition>(at->parent) : nullptr)
      return {method->parent->parent, method->isStatic};
    if (isOwn && llvm::isa<Property>(at->parent))
      return {at->parent->parent};
    if (isOwn)
      return {};
    if (const auto *field = llvm::dyn_cast<PropertyDefinition>(at))
      return {field->parent->parent, field->isStatic};
    if (llvm::isa<StaticBlock>(at))
      return {at->parent->parent, true};
  }
  return {};
}

bool canBeClass(const Value &value, const Node &type) {
  bool found = false;
  forEachAlternative(
      value, [&](const Value &one) { found |= llvm::isa<ClassValue>(one) && one.origin == &type; });
  return found;
}

/// Calls `visit` for each class that extends a class itself.
template <typename F>
void forEachHeir(const agentc::Program &program, const Values &values, const Node &type, F visit) {
  auto look = [&](const Node &other) {
    const Node *super = superClassOf(other);
    if (super && canBeClass(values.of(*super), type))
      visit(other);
  };
  program.forEach<ClassDeclaration>(look);
  program.forEach<ClassExpression>(look);
}

} // namespace

/// The object of an expression received the secret at `keys`, wherever else that object is used.
void SecretWalk::hold(const Node &object, const Keys *keys) {
  if (llvm::isa<ThisExpression, Super>(object))
    return holdThis(object, keys);
  bool isKnown = true;
  llvm::SmallVector<const Value *, 4> alternatives;
  forEachAlternative(values_.of(object), [&](const Value &one) {
    isKnown &= one.origin && llvm::isa<ObjectValue, ArrayValue, ResultValue, InstanceValue,
                                       ClassValue, FunctionValue, UndefinedValue, NullValue>(one);
    alternatives.push_back(&one);
  });
  if (!isKnown)
    return holdBack(object, keys);
  for (const Value *one : alternatives)
    if (const auto *instance = llvm::dyn_cast<InstanceValue>(one))
      holdInstance(*instance->type->origin, keys);
    else if (llvm::isa<ClassValue>(one))
      holdClass(*one->origin, keys);
    else if (llvm::isa<FunctionDeclaration>(one->origin))
      holdBack(object, keys);
    else if (!llvm::isa<UndefinedValue, NullValue>(one))
      add(*one->origin, keys);
}

/// The same by the expressions that yield the object, if its value is not known.
void SecretWalk::holdBack(const Node &object, const Keys *keys) {
  if (!held_.insert({&object, keys}).second)
    return;
  if (llvm::isa<ThisExpression, Super>(object))
    return holdThis(object, keys);
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&object))
    return hold(*member->object, push(values_.keyOf(*member).value_or(""), keys));
  if (const auto *awaited = llvm::dyn_cast<AwaitExpression>(&object))
    return hold(*awaited->argument, keys);
  if (const auto *choice = llvm::dyn_cast<LogicalExpression>(&object))
    return hold(*choice->left, keys), hold(*choice->right, keys);
  if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&object))
    return hold(*choice->consequent, keys), hold(*choice->alternate, keys);
  if (llvm::isa<CallExpression, NewExpression, ObjectExpression, ArrayExpression>(object))
    return add(object, keys);
  const auto *name = llvm::dyn_cast<Identifier>(&object);
  const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
  if (!symbol || symbol->kind == SymbolKind::Import)
    return lose(object);
  followSymbol(*symbol, keys);
  for (const Identifier *target : symbol->targets) {
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
    const auto *given = llvm::dyn_cast<AssignmentPattern>(target->parent);
    if (declarator && declarator->init)
      hold(*declarator->init, keys);
    else if (assignment && assignment->left == target)
      hold(*assignment->right, keys);
    else if (symbol->kind == SymbolKind::Parameter)
      holdParameter(given ? static_cast<const Node &>(*given) : *target, keys);
    else if (!declarator)
      lose(object);
  }
}

/// The object is the argument that calls pass for a parameter.
void SecretWalk::holdParameter(const Node &parameter, const Keys *keys) {
  const Node *function = parameter.parent;
  if (const auto *given = llvm::dyn_cast<AssignmentPattern>(&parameter))
    hold(*given->right, keys);
  if (!function || !isFunction(*function))
    return lose(parameter);
  const size_t index = llvm::find(paramsOf(*function), &parameter) - paramsOf(*function).begin();
  program_.forEach<CallExpression>([&](const CallExpression &call) {
    forEachAlternative(values_.of(*call.callee), [&](const Value &callee) {
      if (callee.origin == function && llvm::isa<FunctionValue>(callee) &&
          index < call.arguments.size() && !llvm::isa<SpreadElement>(call.arguments[index]))
        hold(*call.arguments[index], keys);
    });
  });
}

void SecretWalk::holdThis(const Node &node, const Keys *keys) {
  const Self self = selfOf(node);
  if (!self.owner)
    return lose(node);
  if (llvm::isa<ObjectExpression>(self.owner))
    return add(*self.owner, keys);
  return self.isStatic ? holdClass(*self.owner, keys) : holdInstance(*self.owner, keys);
}

/// Objects of a class and of its subclasses; the code of its base classes has them as well.
void SecretWalk::holdInstance(const Node &type, const Keys *keys) {
  if (!held_.insert({&type, push("new", keys)}).second)
    return;
  if (isFunction(type))
    return lose(type);
  addSelves(type, false, keys);
  program_.forEach<NewExpression>([&](const NewExpression &creation) {
    if (canBeClass(values_.of(*creation.callee), type))
      add(creation, keys);
  });
  forEachHeir(program_, values_, type, [&](const Node &heir) { holdInstance(heir, keys); });
  const Node *super = superClassOf(type);
  for (unsigned i = 0; super && i < maxKeys; ++i) {
    const auto *parent = llvm::dyn_cast<ClassValue>(&values_.of(*super));
    if (!parent || isFunction(*parent->origin))
      break;
    addSelves(*parent->origin, false, keys);
    super = superClassOf(*parent->origin);
  }
}

void SecretWalk::holdClass(const Node &type, const Keys *keys) {
  if (!held_.insert({&type, keys}).second)
    return;
  addSelves(type, true, keys);
  const Identifier *name = ownNameOf(type);
  if (const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr)
    followSymbol(*symbol, keys);
  if (llvm::isa<ClassExpression>(type))
    add(type, keys);
  else if (llvm::isa<ExportDefaultDeclaration>(type.parent))
    exportFrom(program_.moduleOf(type), type, push("default", keys));
  forEachHeir(program_, values_, type, [&](const Node &heir) { holdClass(heir, keys); });
}

void SecretWalk::addSelves(const Node &type, bool isStatic, const Keys *keys) {
  walk(type, [&](const Node &node) {
    if (llvm::isa<ThisExpression, Super>(node)) {
      const Self self = selfOf(node);
      if (self.owner == &type && self.isStatic == isStatic)
        add(node, keys);
    }
    return true;
  });
}

} // namespace agentc
