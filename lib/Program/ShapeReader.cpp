#include "ShapeReader.h"

namespace agentc {

using namespace ast;

using Kind = HelperShape::Kind;

std::optional<unsigned> ShapeReader::parameterOf(const Node &node) const {
  const Symbol *symbol = symbolOf(&node);
  for (unsigned i = 0; symbol && i < parameters_.size(); ++i)
    if (const Identifier *name = nameOfParameter(parameters_[i]);
        name && program_.symbolOf(*name) == symbol)
      return i;
  // an element of a list that is a parameter: rollup merges several namespaces by one call
  std::optional<ParameterPlace> place = symbol ? placeOfParameter(*symbol) : std::nullopt;
  const auto *each = place && place->function != &function_
                         ? llvm::dyn_cast<CallExpression>(place->function->parent)
                         : nullptr;
  const auto *method = each ? llvm::dyn_cast<MemberExpression>(each->callee) : nullptr;
  bool isElement = method && place->index == 0 && writtenKeyOf(*method) == "forEach" &&
                   llvm::isa<Identifier>(method->object);
  return isElement ? parameterOf(*method->object) : std::nullopt;
}

/// The parameter whose elements are taken one by one, where the node is one of these: webpack lists
/// keys and getters in turn.
std::optional<unsigned> ShapeReader::listOf(const Node &node) const {
  const Node *at = &node;
  if (const Symbol *symbol = symbolOf(at))
    for (const Identifier *target : symbol->targets)
      if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent))
        if (declarator->init)
          at = declarator->init;
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(at);
  bool isNext = member && member->computed && llvm::isa<UpdateExpression>(member->property);
  return isNext ? parameterOf(*member->object) : std::nullopt;
}

/// Whether two expressions are the same variable, or the same element of one.
bool ShapeReader::isSame(const Node &a, const Node &b) const {
  const auto *left = llvm::dyn_cast<MemberExpression>(&a);
  const auto *right = llvm::dyn_cast<MemberExpression>(&b);
  if (left && right)
    return left->computed && right->computed && isSame(*left->object, *right->object) &&
           isSame(*left->property, *right->property);
  const Symbol *symbol = symbolOf(&a);
  return symbol && symbol == symbolOf(&b);
}

/// `typeof Symbol !== "undefined" && o[Symbol.iterator] || o["@@iterator"]` by way of a variable.
bool ShapeReader::isIteratorKey(const Node &node) const {
  const Symbol *symbol = symbolOf(&node);
  for (const Node *source : symbol ? flow_.sourcesOf(*symbol) : Nodes())
    if (flow_.hostNameOf(*source) == "Symbol.iterator")
      return true;
  return false;
}

/// `arguments[i]`, or a variable that holds it.
bool ShapeReader::isArgument(const Node &node) const {
  const Node *at = &node;
  if (const Symbol *symbol = symbolOf(at)) {
    at = nullptr;
    for (const Identifier *target : symbol->targets) {
      if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent))
        at = declarator->init ? declarator->init : at;
      else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent))
        at = assignment->right;
    }
  }
  if (const auto *choice = llvm::dyn_cast_or_null<ConditionalExpression>(at))
    at = choice->consequent;
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(at);
  const auto *name =
      member && member->computed ? llvm::dyn_cast<Identifier>(member->object) : nullptr;
  return name && name->name == "arguments" && !program_.symbolOf(*name);
}

/// `d.key`, or what a function makes of it, where `d` is `list[i]`.
bool ShapeReader::isListed(const Node &node, llvm::StringRef key) const {
  const Node *at = &node;
  if (const auto *call = llvm::dyn_cast<CallExpression>(at))
    at = call->arguments.size() == 1 ? call->arguments[0] : at;
  if (!key.empty()) {
    const auto *member = llvm::dyn_cast<MemberExpression>(at);
    if (!member || writtenKeyOf(*member) != key)
      return false;
    at = member->object;
  }
  const Symbol *symbol = symbolOf(at);
  const auto *declarator = symbol && symbol->targets.size() == 1
                               ? llvm::dyn_cast<VariableDeclarator>(symbol->targets[0]->parent)
                               : nullptr;
  const auto *element =
      declarator ? llvm::dyn_cast_or_null<MemberExpression>(declarator->init) : nullptr;
  return element && element->computed && parameterOf(*element->object) == 1u;
}

/// Texts that a helper may hold: they name types and members, and are no values of its own. Small
/// numbers number states and parameters.
void ShapeReader::visitText(const Literal &literal) {
  constexpr double largest = 8;
  hasText_ |= literal.literal == LiteralKind::BigInt ||
              (literal.literal == LiteralKind::Number && !(literal.number <= largest));
  static constexpr llvm::StringLiteral usual[] = {
      "@@iterator", "Arguments", "Map",   "Object",    "Set",    "__esModule", "default",
      "function",   "get",       "next",  "number",    "object", "prototype",  "return",
      "string",     "symbol",    "throw", "undefined", "value",  "use strict", "constructor"};
  if (literal.literal == LiteralKind::String && !llvm::is_contained(usual, literal.text) &&
      !literal.text.starts_with("@babel/helpers"))
    hasText_ = true;
}

void ShapeReader::found(Kind kind, std::optional<unsigned> target, std::optional<unsigned> source) {
  if (!source)
    isBroken_ = true;
  else if (!target)
    copiesFirst_ |= *source == 0;
  else if (shape_.kind == Kind::None)
    shape_.kind = kind, shape_.target = *target, shape_.source = *source;
  else if (shape_.kind == kind && shape_.target != *target && shape_.source == *source)
    shape_.secondTarget = *target;
}

/// `object[key]` gets `from`, which has to be the member of the same key of something else.
void ShapeReader::visitCopy(Kind kind, const Node &object, const Node &key,
                            const MemberExpression *from) {
  if (!from || !from->computed) {
    isBroken_ = true;
    changesParameter_ |= parameterOf(object).has_value();
    return;
  }
  std::optional<unsigned> target = parameterOf(object), source = parameterOf(*from->object);
  std::optional<unsigned> newKey = parameterOf(key), oldKey = parameterOf(*from->property);
  if (newKey && oldKey && target && source)
    shape_ = {Kind::BindMember, *target, *source, *oldKey, *newKey};
  else if (isSame(*from->property, key))
    target == 0u && isArgument(*from->object) ? found(Kind::Assign, 0, 0)
                                              : found(kind, target, source);
  else
    isBroken_ = true;
}

namespace {

/// What a function of one return gives; the node itself if it is no function.
const Node *behindGetter(const Node &value) {
  if (!isFunction(value))
    return &value;
  const Node *body = bodyOf(value);
  const auto *block = llvm::dyn_cast_or_null<BlockStatement>(body);
  if (!block)
    return body;
  const auto *end =
      block->body.size() == 1 ? llvm::dyn_cast<ReturnStatement>(block->body[0]) : nullptr;
  return end ? end->argument : nullptr;
}

} // namespace

/// `object[key] = value`, whichever way it is written.
void ShapeReader::visitWrite(const Node &object, const Node &key, bool isComputed,
                             const Node &value) {
  std::optional<llvm::StringRef> name = textOfLiteral(&key);
  if (const auto *id = llvm::dyn_cast<Identifier>(&key); id && !isComputed)
    name = id->name;
  if (std::optional<unsigned> list = listOf(value); list && listOf(key) == list)
    return found(Kind::DefineGetters, parameterOf(object), list);
  if (name == "default") {
    std::optional<unsigned> source = parameterOf(value);
    wrapsDefault_ |= source == 0u;
    isBroken_ |= !source;
    if (std::optional<unsigned> target = parameterOf(object); target && source)
      found(Kind::SetDefault, target, source);
  } else if (name == "__esModule") {
    marks_ = true;
  } else if ((name == "enumerable" || name == "configurable" || name == "writable") &&
             isListed(object, "")) {
    // of a descriptor
  } else if (name == "raw" && isFirst(object) && parameterOf(value) == 1u) {
    shape_ = {Kind::Template, 0, 1, 0, 0};
  } else if (name == "prototype" || name == "__proto__" || name == "constructor") {
    setsPrototype_ |= isFirst(object) && name == "prototype";
  } else if (name) {
    isBroken_ = true;
    changesParameter_ |= parameterOf(object).has_value();
  } else if (std::optional<unsigned> target = parameterOf(object), given = parameterOf(value),
             newKey = parameterOf(key);
             target && given && newKey) {
    shape_ = {Kind::SetMember, *target, *given, *newKey, 0};
  } else if (const Symbol *symbol = symbolOf(&value);
             symbol && !symbol->targets.empty() &&
             llvm::isa<VariableDeclarator>(symbol->targets.front()->parent) &&
             llvm::isa<ForInStatement>(symbol->targets.front()->parent->parent->parent)) {
    // a list of keys
  } else {
    const Node *from = behindGetter(value);
    visitCopy(Kind::CopyMembers, object, key, llvm::dyn_cast_or_null<MemberExpression>(from));
  }
}

void ShapeReader::visitDescriptorPart(const Node &object, const Node &key, const Property &part) {
  std::optional<llvm::StringRef> name = writtenKeyOf(part);
  if (name != "get" && name != "value")
    return;
  const auto *from = llvm::dyn_cast<MemberExpression>(part.value);
  if (name == "get" && from && from->computed) // what is a function there is a getter here
    return visitCopy(Kind::DefineGetters, object, key, from);
  if (name == "get" && from) // `Object.getOwnPropertyDescriptor(source, key).get`
    return visitDescriptor(object, key, *from->object, 1);
  visitWrite(object, key, true, *part.value);
}

void ShapeReader::visitDescriptor(const Node &object, const Node &key, const Node &descriptor,
                                  unsigned depth) {
  if (depth > 6) {
    isBroken_ = true;
    return;
  }
  auto next = [&](const Node *one) {
    if (one)
      visitDescriptor(object, key, *one, depth + 1);
  };
  if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&descriptor)) {
    next(choice->consequent);
    next(choice->alternate);
  } else if (const auto *logical = llvm::dyn_cast<LogicalExpression>(&descriptor)) {
    next(logical->right);
  } else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&descriptor)) {
    next(assignment->right);
  } else if (const Symbol *symbol = symbolOf(&descriptor)) {
    for (const Identifier *target : symbol->targets) {
      if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent))
        next(declarator->init);
      else if (const auto *write = llvm::dyn_cast<AssignmentExpression>(target->parent))
        next(write->right);
      else
        isBroken_ = true;
    }
  } else if (const auto *literal = llvm::dyn_cast<ObjectExpression>(&descriptor)) {
    for (const Node *part : literal->properties)
      if (const auto *property = llvm::dyn_cast<Property>(part))
        visitDescriptorPart(object, key, *property);
      else
        isBroken_ = true;
  } else if (const auto *call = llvm::dyn_cast<CallExpression>(&descriptor)) {
    bool isDescriptor = flow_.hostNameOf(*call->callee) == "Object.getOwnPropertyDescriptor" &&
                        call->arguments.size() == 2 && symbolOf(&key) &&
                        symbolOf(call->arguments[1]) == symbolOf(&key);
    if (isDescriptor && isFirst(object) && isArgument(*call->arguments[0]))
      found(Kind::Assign, 0, 0);
    else if (isDescriptor)
      found(Kind::CopyMembers, parameterOf(object), parameterOf(*call->arguments[0]));
    isBroken_ |= !isDescriptor;
  } else if (!llvm::isa<Literal>(descriptor)) {
    isBroken_ = true;
  }
}

/// `{label: 0, sent: …, trys: [], ops: []}`: where a state machine stands.
void ShapeReader::visitStates(const ObjectExpression &object) {
  unsigned known = 0;
  for (const Node *part : object.properties)
    if (const auto *property = llvm::dyn_cast<Property>(part))
      if (std::optional<llvm::StringRef> key = writtenKeyOf(*property))
        known += *key == "label" || *key == "sent" || *key == "trys" || *key == "ops";
  isStateMachine_ |= known == 4;
}

/// `Promise`, and `P || (P = Promise)`.
bool ShapeReader::isPromise(const Node &node) const {
  if (const auto *logical = llvm::dyn_cast<LogicalExpression>(&node))
    return isPromise(*logical->right);
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node))
    return isPromise(*assignment->right);
  return flow_.hostNameOf(node) == "Promise";
}

void ShapeReader::visitCall(const CallExpression &call) {
  if (const auto *method = llvm::dyn_cast<MemberExpression>(call.callee))
    if (std::optional<llvm::StringRef> key = writtenKeyOf(*method); key == "call" || key == "apply")
      if (std::optional<unsigned> parameter = parameterOf(*method->object))
        called_ = parameter;
  // what iterators give is all that a helper adds to its lists
  if (const auto *method = llvm::dyn_cast<MemberExpression>(call.callee);
      method && writtenKeyOf(*method) == "push") {
    changesParameter_ |= parameterOf(*method->object).has_value();
    for (const Node *argument : call.arguments) {
      const auto *step = llvm::dyn_cast<MemberExpression>(argument);
      addsOther_ |= !step || writtenKeyOf(*step) != "value";
    }
  }
  std::string host = flow_.hostNameOf(*call.callee);
  if (host == "Object.defineProperty" && call.arguments.size() >= 3) {
    if (textOfLiteral(call.arguments[1]) == "__esModule")
      marks_ = true;
    else if (parameterOf(*call.arguments[0]) == 0u && isListed(*call.arguments[1], "key") &&
             isListed(*call.arguments[2], ""))
      listed_ = 1;
    else if (flow_.hostNameOf(*call.arguments[1]) != "Symbol.toStringTag")
      visitDescriptor(*call.arguments[0], *call.arguments[1], *call.arguments[2], 0);
    return;
  }
  if (!host.empty()) {
    constructs_ |= host == "Reflect.construct";
    iterates_ |=
        host == "Array.isArray" && call.arguments.size() == 1 && isFirst(*call.arguments[0]);
    if (host == "Object.defineProperties" && call.arguments.size() == 2)
      if (const auto *all = llvm::dyn_cast<ObjectExpression>(call.arguments[1]))
        return visitRaw(call, *all);
    if (host == "Object.defineProperties" && call.arguments.size() == 2)
      if (const Node *from = describedBy(*call.arguments[1]))
        return isFirst(*call.arguments[0]) && isArgument(*from)
                   ? found(Kind::Assign, 0, 0)
                   : found(Kind::CopyMembers, parameterOf(*call.arguments[0]), parameterOf(*from));
    isBroken_ |= host == "Object.assign" || host == "Object.defineProperties" ||
                 host == "Reflect.set" || host == "Reflect.defineProperty";
    return;
  }
  HelperShape shape = flow_.shapeOfCallee(*call.callee);
  auto argument = [&](unsigned index) {
    return index < call.arguments.size() ? parameterOf(*call.arguments[index]) : std::nullopt;
  };
  switch (shape.kind) {
  case Kind::CopyMembers:
  case Kind::DefineGetters:
    return found(shape.kind, argument(shape.target), argument(shape.source));
  case Kind::BindMember:
    return found(Kind::CopyMembers, argument(shape.target), argument(shape.source));
  case Kind::SetDefault:
    wrapsDefault_ |= argument(shape.source) == 0u;
    return found(Kind::SetDefault, argument(shape.target), argument(shape.source));
  case Kind::MarkModule:
    marks_ = true;
    return;
  case Kind::SetMember: {
    const Node *from =
        call.arguments.size() > shape.source ? call.arguments[shape.source] : nullptr;
    const auto *member = llvm::dyn_cast_or_null<MemberExpression>(from);
    if (member && shape.key < call.arguments.size())
      return visitCopy(Kind::CopyMembers, *call.arguments[shape.target], *call.arguments[shape.key],
                       member);
    isBroken_ = true;
    return;
  }
  case Kind::DefineMethods: {
    const auto *prototype = llvm::dyn_cast<MemberExpression>(call.arguments[0]);
    bool isPrototype = prototype && writtenKeyOf(*prototype) == "prototype";
    if (isPrototype && isFirst(*prototype->object))
      listed_ = argument(1);
    else if (argument(0) == 0u)
      listedStatic_ = argument(1);
    return;
  }
  case Kind::ToArray:
  case Kind::ToItself:
    iterates_ |= argument(shape.source) == 0u;
    return;
  default:
    return;
  }
}

/// `Object.defineProperties(texts, {raw: {value: Object.freeze(raw)}})`.
void ShapeReader::visitRaw(const CallExpression &call, const ObjectExpression &all) {
  const auto *raw =
      all.properties.size() == 1 ? llvm::dyn_cast<Property>(all.properties[0]) : nullptr;
  const auto *descriptor = raw ? llvm::dyn_cast<ObjectExpression>(raw->value) : nullptr;
  const auto *value = descriptor && descriptor->properties.size() == 1
                          ? llvm::dyn_cast<Property>(descriptor->properties[0])
                          : nullptr;
  const Node *given = value ? value->value : nullptr;
  if (const auto *frozen = llvm::dyn_cast_or_null<CallExpression>(given))
    given = frozen->arguments.size() == 1 ? frozen->arguments[0] : nullptr;
  if (given && writtenKeyOf(*raw) == "raw" && parameterOf(*given) == 1u &&
      isFirst(*call.arguments[0]))
    shape_ = {Kind::Template, 0, 1, 0, 0};
  else
    isBroken_ = true;
}

/// What `Object.getOwnPropertyDescriptors` is called with; null for all else.
const Node *ShapeReader::describedBy(const Node &node) const {
  const auto *all = llvm::dyn_cast<CallExpression>(&node);
  return all && !all->arguments.empty() &&
                 flow_.hostNameOf(*all->callee) == "Object.getOwnPropertyDescriptors"
             ? all->arguments[0]
             : nullptr;
}

void ShapeReader::visit(const Node &node) {
  if (llvm::isa<ThrowStatement>(node))
    return;
  if (const auto *literal = llvm::dyn_cast<Literal>(&node))
    visitText(*literal);
  if (const auto *binary = llvm::dyn_cast<BinaryExpression>(&node))
    hasText_ |= binary->op == "+" || binary->op == "*" || binary->op == "**" || binary->op == "<<";
  if (const auto *list = llvm::dyn_cast<ArrayExpression>(&node))
    addsOther_ |= !list->elements.empty();
  if (const auto *object = llvm::dyn_cast<ObjectExpression>(&node))
    visitStates(*object);
  if (const auto *made = llvm::dyn_cast<NewExpression>(&node))
    makesPromise_ |= isPromise(*made->callee);
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node)) {
    if (const auto *target = llvm::dyn_cast<MemberExpression>(assignment->left))
      visitWrite(*target->object, *target->property, target->computed, *assignment->right);
  } else if (const auto *property = llvm::dyn_cast<Property>(&node)) {
    wrapsDefault_ |= writtenKeyOf(*property) == "default" && isFirst(*property->value);
    marks_ |= writtenKeyOf(*property) == "__esModule";
  } else if (const auto *member = llvm::dyn_cast<MemberExpression>(&node)) {
    readsEsModule_ |= isFirst(*member->object) && writtenKeyOf(*member) == "__esModule";
    readsDefault_ |= isFirst(*member->object) && writtenKeyOf(*member) == "default";
    readsSecond_ |= member->computed && parameterOf(*member->object) == 1u;
    iterates_ |=
        isFirst(*member->object) && member->computed &&
        (flow_.hostNameOf(*member->property) == "Symbol.iterator" ||
         textOfLiteral(member->property) == "@@iterator" || isIteratorKey(*member->property));
    const std::string host = flow_.hostNameOf(*member);
    assigns_ |= host == "Object.assign";
    getsPrototype_ |= host == "Object.getPrototypeOf";
    getsMember_ |= host == "Reflect.get";
  } else if (const auto *end = llvm::dyn_cast<ReturnStatement>(&node)) {
    if (end->argument && functionAround(node) == &function_)
      results_.push_back(end->argument);
  } else if (const auto *call = llvm::dyn_cast<CallExpression>(&node)) {
    visitCall(*call);
  }
  forEachChild(node, [&](const Node &child) { visit(child); });
}

} // namespace agentc
