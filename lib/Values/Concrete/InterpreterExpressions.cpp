#include "Concrete/Interpreter.h"

#include "Abstract/Calls.h"
#include "Abstract/Classes.h"
#include "Abstract/Expressions.h"
#include "Abstract/Members.h"
#include "Builtins/Conversions.h"
#include "Builtins/HostObject.h"
#include "Builtins/Operators.h"
#include "Concrete/OwnObjects.h"
#include "Concrete/Regions.h"
#include "Contexts/Bindings.h"
#include "Contexts/CallContexts.h"

namespace agentc {

using namespace ast;

/// Evaluates an expression of running code, where names mean the variables of this very call and
/// assignments happen (ECMA-262 section 13).
const Value &Interpreter::computeRunning(const Node &node) {
  switch (node.kind) {
  case NodeKind::Identifier:
    return readVariable(llvm::cast<Identifier>(node));
  case NodeKind::FunctionExpression:
  case NodeKind::ArrowFunctionExpression:
    return make<FunctionValue>(&node, run()->environment);
  case NodeKind::AssignmentExpression:
    return assignRunning(llvm::cast<AssignmentExpression>(node));
  case NodeKind::UpdateExpression:
    return updateRunning(llvm::cast<UpdateExpression>(node));
  case NodeKind::UnaryExpression: {
    const auto &unary = llvm::cast<UnaryExpression>(node);
    const auto *member = llvm::dyn_cast<MemberExpression>(unary.argument);
    if (unary.op != "delete" || !member)
      return expressions().compute(node);
    std::optional<llvm::StringRef> key = members().keyOf(*member);
    if (!key)
      return fail(node);
    ownObjects().deleteMember(eval(*member->object), *key, node);
    return make<BooleanValue>(true, &node);
  }
  case NodeKind::SequenceExpression: {
    const Value *last = nullptr;
    for (const Node *one : llvm::cast<SequenceExpression>(node).expressions)
      last = &eval(*one);
    return *last;
  }
  case NodeKind::ThisExpression:
    for (Environment *at = run()->environment; at; at = at->outer) {
      if (at->thisValue)
        return *at->thisValue;
      if (at->code && !llvm::isa<ArrowFunctionExpression, ForOfStatement>(at->code))
        break;
    }
    // what other calls give it is evaluated where they stand
    return outsideRun([&]() -> const Value & { return eval(node); });
  case NodeKind::CallExpression: {
    const auto &call = llvm::cast<CallExpression>(node);
    return llvm::isa<Super>(call.callee) ? callSuper(call) : expressions().compute(node);
  }
  case NodeKind::YieldExpression:
    return fail(node);
  default:
    return expressions().compute(node);
  }
}

const Value &Interpreter::readVariable(const Identifier &identifier) {
  const Symbol *symbol = program().symbolOf(identifier);
  if (!symbol && identifier.name == "arguments")
    for (Environment *at = run()->environment; at; at = at->outer) {
      if (at->function && at->code && !at->knowsCaller)
        break;
      if (at->function)
        return array(at->arguments, false, &identifier);
    }
  Environment *holder = symbol ? environmentOf(*symbol) : nullptr;
  if (!holder) {
    const Value *bound = symbol ? bindings().valueInBinder(*symbol) : nullptr;
    if (symbol && !bound)
      bound = callContexts().valueInCall(*symbol, run()->environment);
    return bound ? *bound : expressions().computeIdentifier(identifier);
  }
  if (holder->run != run()->number && !isStable(*symbol))
    return unknown(UnknownReason::Parameter, &identifier);
  if (const Value **value = holder->find(*symbol))
    return **value;
  bool isHoisted = symbol->kind == SymbolKind::Var || symbol->kind == SymbolKind::Function;
  return isHoisted ? make<UndefinedValue>(&identifier) : fail(identifier);
}

/// True if a variable keeps its value once the function that declares it has returned: no
/// function inside changes the variable or its content.
bool Interpreter::isStable(const Symbol &symbol) {
  auto [entry, isNew] = stable_.try_emplace(&symbol, true);
  if (!isNew)
    return entry->second;
  const Node &scope = *symbol.scope->node;
  const Node *owner = isFunction(scope) ? &scope : functionAround(scope);
  auto isOutside = [&](const Node &change) { return functionAround(change) != owner; };
  bool isChanged = llvm::any_of(symbol.targets, [&](auto *target) { return isOutside(*target); }) ||
                   llvm::any_of(symbol.references, [&](auto *reference) {
                     return changesHeld(*reference) && isOutside(*reference);
                   });
  return entry->second = !isChanged;
}

const Value &Interpreter::evalMaybe(const Node &node) {
  uint64_t before = run() ? run()->effects : 0;
  const Value &value = eval(node);
  if (run() && (run()->effects != before || run()->thrown))
    fail(node);
  return value;
}

const Value &Interpreter::assignRunning(const AssignmentExpression &assignment) {
  llvm::StringRef op = assignment.op;
  if (op == "=") {
    // the target's parts are evaluated before the value
    const auto *member = llvm::dyn_cast<MemberExpression>(assignment.left);
    const Value *object = member ? &eval(*member->object) : nullptr;
    std::optional<llvm::StringRef> key = member ? members().keyOf(*member) : std::nullopt;
    const Value &value = eval(*assignment.right);
    if (!member)
      assign(*assignment.left, value);
    else if (key)
      ownObjects().setMember(*object, *key, value, assignment);
    else
      ownObjects().setUnknownMember(*object, assignment);
    return value;
  }
  const Value &before = eval(*assignment.left);
  const Value *value = nullptr;
  if (op == "||=" || op == "&&=" || op == "?\?=") {
    std::optional<bool> truth = toBooleanConstant(before);
    if (op == "?\?=" && truth)
      truth = !llvm::isa<UndefinedValue, NullValue>(before);
    bool isKept = truth ? *truth == (op != "&&=") : decide();
    if (isKept)
      return before;
    value = &eval(*assignment.right);
  } else {
    value = &operators().operate(op.drop_back(), before, eval(*assignment.right), assignment);
  }
  assign(*assignment.left, *value);
  return *value;
}

const Value &Interpreter::updateRunning(const UpdateExpression &update) {
  const Value &before = eval(*update.argument);
  if (llvm::isa<BigIntValue>(before))
    return fail(update);
  std::optional<double> old = conversions().numberOf(before);
  const Value &next = old ? number(update.op == "++" ? *old + 1 : *old - 1, &update)
                          : unknown(UnknownReason::Unsupported, &update);
  assign(*update.argument, next);
  if (update.prefix || !old)
    return next;
  return number(*old, &update);
}

/// `super(…)`: the parent's constructor, then the class's own fields.
const Value &Interpreter::callSuper(const CallExpression &call) {
  bool isStatic = false;
  const Node *node = classes().enclosingClass(call, isStatic);
  const Environment *own = run()->environment;
  while (own && !own->function)
    own = own->outer;
  const auto *type =
      node ? llvm::dyn_cast<ClassValue>(&outsideRun([&]() -> const Value & { return eval(*node); }))
           : nullptr;
  const auto *parent = type ? llvm::dyn_cast_or_null<ClassValue>(type->superClass) : nullptr;
  const auto *instance = own ? llvm::dyn_cast_or_null<InstanceValue>(own->thisValue) : nullptr;
  if (!parent || !instance)
    return fail(call);
  llvm::SmallVector<const Value *, 8> arguments;
  calls().appendArguments(call.arguments, arguments);
  if (!runConstructor(*parent, *instance, arguments, call) || !initializeFields(*type, *instance))
    return fail(call);
  return *instance;
}

void Interpreter::assign(const Node &pattern, const Value &value) {
  if (run()->thrown || run()->hasFailed)
    return;
  switch (pattern.kind) {
  case NodeKind::Identifier: {
    const Symbol *symbol = program().symbolOf(llvm::cast<Identifier>(pattern));
    Environment *holder = symbol ? environmentOf(*symbol) : nullptr;
    if (!holder || holder->run != run()->number) {
      fail(pattern);
      return;
    }
    ++run()->effects;
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(pattern.parent);
    bool isFirst = declarator && declarator->id == &pattern && symbol->kind != SymbolKind::Var;
    run()->lastingEffects += !isFirst;
    return holder->set(*symbol, value);
  }
  case NodeKind::MemberExpression: {
    const auto &member = llvm::cast<MemberExpression>(pattern);
    const Value &object = eval(*member.object);
    if (std::optional<llvm::StringRef> key = members().keyOf(member))
      return ownObjects().setMember(object, *key, value, pattern);
    return ownObjects().setUnknownMember(object, pattern);
  }
  case NodeKind::AssignmentPattern: {
    const auto &withDefault = llvm::cast<AssignmentPattern>(pattern);
    if (llvm::isa<UndefinedValue>(value))
      return assign(*withDefault.left, eval(*withDefault.right));
    if (llvm::isa<UnknownValue, UnionValue, ApiValue>(value))
      return assign(*withDefault.left, unite({&value, &evalMaybe(*withDefault.right)}, &pattern));
    return assign(*withDefault.left, value);
  }
  case NodeKind::ArrayPattern:
    return assignElements(llvm::cast<ArrayPattern>(pattern), value);
  case NodeKind::ObjectPattern:
    return assignProperties(llvm::cast<ObjectPattern>(pattern), value);
  case NodeKind::TSParameterProperty: {
    const auto &property = llvm::cast<TSParameterProperty>(pattern);
    assign(*property.parameter, value);
    const Node *name = property.parameter;
    if (const auto *withDefault = llvm::dyn_cast<AssignmentPattern>(name))
      name = withDefault->left;
    const auto *id = llvm::dyn_cast<Identifier>(name);
    if (id && run()->environment && run()->environment->thisValue)
      return ownObjects().setMember(*run()->environment->thisValue, id->name, readVariable(*id),
                                    pattern);
    fail(pattern);
    return;
  }
  case NodeKind::TSDecoratedParameter:
    return assign(*llvm::cast<TSDecoratedParameter>(pattern).parameter, value);
  default:
    fail(pattern);
  }
}

void Interpreter::assignElements(const ArrayPattern &pattern, const Value &value) {
  const Value *source = &value;
  if (const auto *text = llvm::dyn_cast<StringValue>(&value))
    source = &array(charactersOf(text->value, pattern), false, &pattern);
  const auto *list = llvm::dyn_cast<ArrayValue>(source);
  if (llvm::isa<UndefinedValue, NullValue>(value)) {
    fail(pattern);
    return;
  }
  for (size_t i = 0; i < pattern.elements.size(); ++i) {
    const Node *element = pattern.elements[i];
    if (!element)
      continue;
    if (const auto *rest = llvm::dyn_cast<RestElement>(element)) {
      bool isOpen = !list || list->open;
      Arguments left =
          list && i < list->elements.size() ? list->elements.drop_front(i) : Arguments();
      assign(*rest->argument, madeOf(source, array(left, isOpen, rest), rest));
    } else {
      assign(*element, members().member(*source, strings().save(std::to_string(i)), element));
    }
  }
}

void Interpreter::assignProperties(const ObjectPattern &pattern, const Value &value) {
  if (llvm::isa<UndefinedValue, NullValue>(value)) {
    fail(pattern);
    return;
  }
  llvm::StringSet<> taken;
  bool isExact = true;
  for (const Node *part : pattern.properties) {
    if (const auto *rest = llvm::dyn_cast<RestElement>(part)) {
      const auto *known = llvm::dyn_cast<ObjectValue>(&value);
      llvm::SmallVector<PropertyValue, 8> left;
      for (const PropertyValue &property :
           known ? known->properties : llvm::ArrayRef<PropertyValue>())
        if (!taken.contains(property.key))
          left.push_back(property);
      assign(*rest->argument,
             madeOf(&value, object(left, !known || known->open || !isExact, rest), rest));
      continue;
    }
    const auto &property = llvm::cast<Property>(*part);
    std::optional<llvm::StringRef> key = members().keyOf(property);
    isExact &= key.has_value();
    if (key)
      taken.insert(*key);
    assign(*property.value, key ? members().member(value, *key, property.value)
                                : members().memberByUnknownKey(value, property.value));
  }
}

} // namespace agentc
