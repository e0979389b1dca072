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

/// True if two expressions are the same variable, or the same element of one.
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

/// Texts that a helper may hold: they name types and members, and are not values of its own. Small
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

/// Returns the argument of an `Object.getOwnPropertyDescriptors` call; null for anything else.
const Node *ShapeReader::describedBy(const Node &node) const {
  const auto *all = llvm::dyn_cast<CallExpression>(&node);
  return all && !all->arguments.empty() &&
                 flow_.hostNameOf(*all->callee) == "Object.getOwnPropertyDescriptors"
             ? all->arguments[0]
             : nullptr;
}

/// The setter of a descriptor that has a getter, as bun writes exports: who calls it writes to them
/// by their names, which is seen there.
static bool isSetter(const Node &node) {
  const auto *property = llvm::dyn_cast<Property>(&node);
  const auto *object = property ? llvm::dyn_cast<ObjectExpression>(property->parent) : nullptr;
  return object && writtenKeyOf(*property) == "set" &&
         llvm::any_of(object->properties, [](const Node *part) {
           return llvm::isa<Property>(part) && writtenKeyOf(*part) == "get";
         });
}

void ShapeReader::visit(const Node &node) {
  if (llvm::isa<ThrowStatement>(node) || isSetter(node))
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
