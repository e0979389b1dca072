#include "InputWalk.h"

#include "agentc/Program/MemberIndex.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

constexpr size_t maxClasses = 16;      ///< of a class's parents and heirs
constexpr size_t maxWritesOfKey = 200; ///< of one name in a program

const Node *classAround(const Node &node) {
  for (const Node *at = node.parent; at; at = at->parent)
    if (isClass(*at))
      return at;
  return nullptr;
}

/// The function whose `this` an expression means; null in a field or at the top.
const Node *ownerOfThis(const Node &node) {
  for (const Node *at = node.parent; at && !isClass(*at); at = at->parent)
    if (isFunction(*at) && !llvm::isa<ArrowFunctionExpression>(at))
      return at;
  return nullptr;
}

std::optional<std::string> keyIn(const Values &values, const Node &expression) {
  std::optional<llvm::StringRef> text = asString(values.of(expression));
  return text ? std::optional(text->str()) : std::nullopt;
}

/// True of members that any element, or one of a known index, is.
bool isElement(const InputWalk::Keys *keys) {
  return keys && (keys->key.empty() || llvm::isDigit(keys->key.front()));
}

bool isWanted(const InputWalk::Keys *keys, const std::optional<std::string> &key) {
  return !keys || keys->key.empty() || !key || *key == keys->key;
}

} // namespace

bool InputWalk::visitObject(const ObjectExpression &object, const Keys *keys,
                            const Context *context) {
  if (isCalled(keys) || (seeksObjects_ && !keys))
    return false;
  // the elements that it gives who iterates over it: by its own iterator, or being one
  const Keys *stepped =
      isElement(keys) ? pushCall(push("value", keys->next), &object, context) : nullptr;
  for (const Node *part : stepped ? object.properties : NodeList()) {
    const auto *property = llvm::dyn_cast<Property>(part);
    if (!property || !property->value || !isFunction(*property->value))
      continue;
    if (isIterator(values_, *property))
      return visitFunction({property, CallSite::Form::Unseen}, *property->value, keys, context,
                           &object, context);
    if (values_.keyOf(*property) == "next" && visit(*property->value, stepped, context))
      return true;
  }
  if (!keys && use_ == TextUse::Sql && !seeksObjects_)
    for (const Node *part : object.properties)
      if (const auto *property = llvm::dyn_cast<Property>(part))
        if (std::optional<std::string> key = values_.keyOf(*property);
            key && isStatementMember(*key))
          return visitObject(object, push(*key, nullptr), context);
  bool isWrittenOver = false;
  for (const Node *part : llvm::reverse(object.properties)) {
    const auto *property = llvm::dyn_cast<Property>(part);
    if (!property) {
      if (visit(*part, keys, context))
        return true;
      continue;
    }
    std::optional<std::string> key = values_.keyOf(*property);
    bool isAny = !keys || keys->key.empty() || !key;
    if (!isAny && *key != keys->key)
      continue;
    const Keys *next = keys ? keys->next : nullptr;
    bool isGetter = property->propertyKind == PropertyKind::Get;
    if (property->value && property->propertyKind != PropertyKind::Set &&
        visit(*property->value, isGetter ? push("()", next) : next, context))
      return true;
    isWrittenOver |= !isAny;
    if (isWrittenOver)
      break; // what comes before it does not count
  }
  return visitWrites(object, keys, context);
}

bool InputWalk::visitArray(const ArrayExpression &list, const Keys *keys, const Context *context) {
  if (isCalled(keys) || (seeksObjects_ && !keys))
    return false;
  const Keys *inner = keys ? keys->next : nullptr;
  size_t index = 0, at = 0;
  bool isKnown = keys && !keys->key.getAsInteger(10, index);
  const Keys *ofSpread = keys;
  for (const Node *element : list.elements) {
    const auto *spread = llvm::dyn_cast_or_null<SpreadElement>(element);
    bool isWanted = element && (!isKnown || (spread ? index >= at : index == at));
    if (isWanted && isKnown && spread)
      ofSpread = push(std::to_string(index - at), inner);
    if (isWanted && visit(*element, spread ? ofSpread : inner, context))
      return true;
    if (spread && isKnown) { // what comes after it stands anywhere
      isKnown = false;
      ofSpread = push("", inner);
    }
    ++at;
  }
  return visitWrites(list, keys, context);
}

/// Follows all that is written to an object, by whatever name.
bool InputWalk::visitWrites(const Node &made, const Keys *keys, const Context *context,
                            const Node *self) {
  return llvm::any_of(index_.writesTo(made),
                      [&](const Node *site) { return visitWrite(*site, keys, context, self); });
}

/// One change: the target of an assignment, or a call that changes it; `self` is `this` in getters
/// that are defined so.
bool InputWalk::visitWrite(const Node &site, const Keys *keys, const Context *context,
                           const Node *self) {
  if (seeksObjects_ && !keys)
    return false; // a part of it is not the object
  // what another function's code writes is not told apart by the call that leads here
  const Context *inside = context && functionAround(site) != context->function ? nullptr : context;
  const Keys *next = keys ? keys->next : nullptr;
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&site)) {
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(member->parent);
    if (assignment && assignment->left == member)
      return isWanted(keys, values_.keyOf(*member)) && visit(*assignment->right, next, inside);
    return false;
  }
  if (llvm::isa<ObjectExpression>(site)) // of a private field
    return visit(site, next, nullptr);
  const auto *call = llvm::dyn_cast<CallExpression>(&site);
  const auto *callee = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  std::optional<std::string> method = callee ? values_.keyOf(*callee) : std::nullopt;
  return method && visitGiven(*method, call->arguments, keys, inside, self);
}

/// Follows the arguments that a method puts into the object that it changes.
bool InputWalk::visitGiven(llvm::StringRef method, NodeList arguments, const Keys *keys,
                           const Context *context, const Node *self) {
  const Keys *next = keys ? keys->next : nullptr;
  if (method.starts_with("defineProp")) { // a value, or what a getter gives
    const Keys *ways[] = {push("value", next), push("get", pushCall(next, self, context))};
    bool isOne = arguments.size() == 3 && isWanted(keys, keyIn(values_, *arguments[1]));
    return (isOne || arguments.size() == 2) && llvm::any_of(ways, [&](const Keys *way) {
             return visit(*arguments.back(), isOne ? way : push(keys ? keys->key : "", way),
                          context);
           });
  }
  if (method == "assign")
    return arguments.size() > 1 && visitAny(arguments.drop_front(), keys, context);
  if (method == "abort") // of a controller, whose signal has the reason
    return keys && keys->key == "signal" && next && next->key == "reason" && !arguments.empty() &&
           visit(*arguments[0], next->next, context);
  if (!builtinMethod(method).does(BuiltinMethod::TakesArguments) || arguments.empty())
    return false;
  if (method == "set" && arguments.size() > 2) // Reflect.set
    return isWanted(keys, keyIn(values_, *arguments[1])) && visit(*arguments[2], next, context);
  // the key that `map.set` is given is none of its values
  NodeList given = method == "set" && arguments.size() > 1 ? arguments.drop_front() : arguments;
  return visitAny(given, next, context);
}

bool InputWalk::visitThis(const Node &node, const Keys *keys, const Context *context) {
  const Node *owner = ownerOfThis(node);
  if (const Node *given = owner && isCoroutine(*owner) ? thisGivenTo(*owner) : nullptr) {
    while (context && context->function != owner)
      context = context->outer;
    return visit(*given, keys, context ? context->outer : nullptr);
  }
  for (const Context *at = context; at && owner; at = at->outer)
    if (at->function == owner && at->self)
      return visit(*at->self, keys, at->around);
  if (const Node *type = classAround(node))
    return visitInstance(*type, nullptr, true, keys, context);
  // a method of a literal
  const auto *property = owner ? llvm::dyn_cast_or_null<Property>(owner->parent) : nullptr;
  return property && llvm::isa<ObjectExpression>(property->parent) &&
         visit(*property->parent, keys, nullptr);
}

/// A member of the objects of a class: of one that `made` makes, or of any that it and its heirs
/// have.
bool InputWalk::visitInstance(const Node &type, const Node *made, bool withHeirs, const Keys *keys,
                              const Context *context) {
  llvm::SmallVector<const Node *, 4> types = index_.parentsOf(type);
  if (withHeirs)
    llvm::append_range(types, index_.heirsOf(type));
  if (types.size() > maxClasses)
    return cut();
  if (isCalled(keys))
    return false;
  const MemberIndex &members = memberIndexOf(index_.program);
  auto isOne = [&](const Node &object) {
    if (llvm::isa<ThisExpression>(object)) {
      const Node *around = classAround(object);
      return around && llvm::is_contained(types, around);
    }
    bool is = false;
    forEachAlternative(values_.of(object), [&](const Value &value) {
      const auto *instance = llvm::dyn_cast<InstanceValue>(&value);
      is |= instance && llvm::is_contained(types, instance->type->origin);
    });
    return is;
  };
  for (const MemberExpression *write :
       llvm::ArrayRef(members.of(keys->key).writes).take_front(maxWritesOfKey))
    if (isOne(*write->object) && visitWrite(*write, keys, context))
      return true;
  for (const Node *one : types) {
    // what the loop over it gets
    if (isElement(keys))
      for (const Node *member : index_.membersOf(*one, "@@iterator"))
        if (const auto *method = llvm::dyn_cast<MethodDefinition>(member);
            method && method->value &&
            visitFunction({member, CallSite::Form::Unseen}, *method->value, keys, context, made,
                          context ? context->outer : nullptr))
          return true;
    for (const Node *member : index_.membersOf(*one, keys->key))
      if (visitOwnMember(*member, made, keys, context))
        return true;
    if (index_.isClosed(*one, keys->key))
      continue; // what is assigned goes to the setter
    for (const Node *write : index_.openWritesOf(*one))
      if (visitWrite(*write, keys, context))
        return true;
    if (visitWrites(*one, keys, context, made))
      return true;
  }
  return false;
}

/// A field, a getter, a parameter that is a field, or a method that is called.
bool InputWalk::visitOwnMember(const Node &member, const Node *made, const Keys *keys,
                               const Context *context) {
  if (const auto *field = llvm::dyn_cast<PropertyDefinition>(&member))
    return field->value && visit(*field->value, keys->next, nullptr);
  const auto *method = llvm::dyn_cast<MethodDefinition>(&member);
  if (!method && isExpression(member) && llvm::isa<CallExpression>(member.parent))
    return visit(member, keys->next, context);
  if (!method) {
    const Node *constructor = member.parent;
    size_t index = llvm::find(paramsOf(*constructor), &member) - paramsOf(*constructor).begin();
    return visitParameter(*constructor, index, keys->next, context);
  }
  bool isGetter = method->methodKind == MethodKind::Get;
  bool isMethod = method->methodKind == MethodKind::Method && isCalled(keys->next);
  if (!method->value || (!isGetter && !isMethod))
    return false;
  const Keys *call = isGetter ? nullptr : keys->next;
  return visitFunction({&member, CallSite::Form::Unseen}, *method->value,
                       call ? call->next : keys->next, context, call ? call->self : made,
                       call      ? call->around
                       : context ? context->outer
                                 : nullptr);
}

} // namespace agentc
