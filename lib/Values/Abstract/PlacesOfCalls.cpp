#include "Abstract/Places.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "Abstract/Aliases.h"
#include "Abstract/Collections.h"
#include "Builtins/Conversions.h"
#include "Concrete/Callbacks.h"
#include "Concrete/OwnObjects.h"

namespace agentc {

using namespace ast;

/// Follows the result of a function that is an argument of a call.
void Places::handOut(const Node &call, const Node &callback, const Path *path) {
  const Node *callee = partsOf(call).callee;
  if (const auto *member = llvm::dyn_cast<MemberExpression>(callee)) {
    llvm::StringRef key = writtenKeyOf(*member).value_or("");
    const TextMethod known = builtinMethod(key).text;
    // a list that is given for one element becomes part of the result
    if (key == "flatMap" && path)
      add(call, path);
    if (known == TextMethod::Maps)
      return add(call, longer("", path));
    if (known == TextMethod::Calls || key == "catch")
      return add(call, path);
  }
  forEachAlternative(eval(*callee), [&](const Value &taker) {
    const Node *code = llvm::isa<FunctionValue>(taker) ? taker.origin
                       : llvm::isa<ClassValue>(taker)  ? constructorOf(*taker.origin)
                                                       : nullptr;
    size_t index = llvm::find(partsOf(call).arguments, &callback) - partsOf(call).arguments.begin();
    NodeList parameters = code ? paramsOf(*code) : NodeList();
    const auto *name =
        index < parameters.size() ? llvm::dyn_cast_or_null<Identifier>(parameters[index]) : nullptr;
    if (const Symbol *symbol = name ? program().symbolOf(*name) : nullptr)
      for (const Node *inner : flows().of(*symbol).calls)
        add(*inner, path);
    else if (const auto *api = llvm::dyn_cast<ApiValue>(&taker))
      handOutOfHost(call, api->path, path);
    else
      escapes |= &taker != &nothing();
  });
}

void Places::handToCallback(const Node &callback, size_t index, const Path *path) {
  forEachAlternative(eval(callback), [&](const Value &value) {
    if (llvm::isa<FunctionValue>(value))
      addParameter(*value.origin, index, path);
    else
      escapes |= llvm::isa<UnknownValue>(value) && &value != &nothing();
  });
}

/// `f.call(…)` and `f.bind(…)` with it at an index, or `f.apply(self, …)` with a list that holds
/// it.
void Places::borrow(const Node &call, const Node &function, size_t index, const Path *path) {
  bool isList = index == SIZE_MAX;
  forEachAlternative(eval(function), [&](const Value &value) {
    if (const auto *type = llvm::dyn_cast<ClassValue>(&value); type && isList && path) {
      addParameter(*type->origin, 0, path->rest);
    } else if (const auto *api = llvm::dyn_cast<ApiValue>(&value);
               api && !isList && index > 0 && api->path == "global:Function.prototype.call"_api) {
      borrow(call, *partsOf(call).arguments[0], index - 1, path);
    } else if (api && !isList) {
      borrowOfHost(call, llvm::StringRef(api->path).rsplit('.').second, index, path);
    } else if (!llvm::isa<FunctionValue>(value)) {
      escapes |= llvm::isa<UnknownValue, ApiValue>(value) && &value != &nothing();
    } else if (index == 0) {
      for (const Node *self : aliases().thisIn(*value.origin))
        add(*self, path);
    } else if (isList) {
      for (size_t i = 0; path && i < paramsOf(*value.origin).size(); ++i)
        if (path->key.empty() || path->key == std::to_string(i))
          addParameter(*value.origin, i, path->rest);
    } else {
      addParameter(*value.origin, index - 1, path);
    }
  });
}

/// A method of the language that is called by `call` and the like: on it, on what holds it, or with
/// it.
void Places::borrowOfHost(const Node &call, llvm::StringRef key, size_t index, const Path *path) {
  NodeList arguments = partsOf(call).arguments;
  if (index > 0 && builtinMethod(key).does(BuiltinMethod::TakesArguments))
    store(*arguments[0], "", path), add(call, path ? path : longer("", path));
  else if (index > 0)
    escapes = true;
  else if (path)
    visitMethodOf(call, arguments.drop_front(), key, path);
  else if (builtinMethod(key).does(BuiltinMethod::ChangesElements | BuiltinMethod::ChangesEntries))
    writes.insert({&call, arguments[0]});
  else
    escapes = true;
}

/// A method of itself.
void Places::visitOwnMethod(const CallExpression &call, llvm::StringRef key) {
  const BuiltinMethod known = builtinMethod(key);
  const Node &object = *llvm::cast<MemberExpression>(call.callee)->object;
  if (llvm::isa<NewExpression>(made_)) {
    // maps and sets
    if (known.does(BuiltinMethod::ChangesEntries))
      writes.insert({&call, &object});
    if (key == "set" || key == "add")
      add(call, nullptr);
    return;
  }
  if (key.starts_with("__define") || (changesArray(key) && !llvm::isa<ObjectExpression>(made_)))
    writes.insert({&call, &object});
  if (key == "then" || key == "catch")
    for (const Node *callback : call.arguments)
      handToCallback(*callback, 0, nullptr);
  if (key == "then" || key == "catch" || key == "finally" || key == "sort" || key == "reverse" ||
      key == "fill" || key == "copyWithin")
    add(call, nullptr);
}

/// A method of what holds it.
void Places::visitMethodOf(const Node &call, NodeList arguments, llvm::StringRef key,
                           const Path *path) {
  const BuiltinMethod known = builtinMethod(key);
  if (key == "next")
    add(call, longer("value", path->rest));
  else if (key == "keys") // of a map or a set
    add(call, path);
  else if (known.does(BuiltinMethod::GivesElement))
    add(call, path->rest);
  else if (known.does(BuiltinMethod::GivesElements))
    add(call, path);
  else if (key == "flat")
    for (const Path *inside = path; inside; inside = inside->rest)
      add(call, inside);
  else if (key == "entries")
    add(call, longer("", path));
  else if (key != "then" && !path->rest && path->key == key)
    return; // the function itself
  if (key == "then")
    add(call, path);
  if (key == "then" || key == "catch")
    for (const Node *callback : arguments)
      handToCallback(*callback, 0, path);
  if (arguments.empty() || !(takesCallback(key) || key == "sort" || key == "toSorted"))
    return;
  bool isReduce = isReduction(key);
  handToCallback(*arguments[0], isReduce ? 1 : 0, path->rest);
  if (isReduce || key.ends_with("ort"))
    handToCallback(*arguments[0], isReduce ? 0 : 1, path->rest);
  if (isReduce)
    add(call, path->rest);
}

void Places::visitArgument(const Node &call, size_t index, const Path *path) {
  auto [callee, arguments, isNew] = partsOf(call);
  for (size_t i = 0; i < index; ++i)
    escapes |= llvm::isa<SpreadElement>(arguments[i]);
  const Node &calledBy = *callee;
  const auto *member = llvm::dyn_cast<MemberExpression>(callee);
  std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
  bool isKept = false, isOnlyKept = true;
  if (member && key)
    forEachAlternative(eval(*member->object), [&](const Value &object) {
      const auto *keeper = llvm::dyn_cast<ResultValue>(&object);
      const bool isOne = keeper && isCollection(keeper->callee->path);
      isKept |= isOne;
      isOnlyKept &= isOne;
    });
  const bool isTold = key == "emit" ? index > 0 : key == "dispatchEvent";
  if (isTold)
    handToListeners(call, index, path);
  if (isKept && (key == "set" || key == "add"))
    store(*member->object, "", path);
  if (isKept && path && builtinMethod(*key).does(BuiltinMethod::GivesElements))
    add(call, path);
  if (isKept && isOnlyKept && key != "forEach")
    return;
  forEachAlternative(eval(calledBy), [&](const Value &taker) {
    const auto *function = llvm::dyn_cast<FunctionValue>(&taker);
    // what is no function throws
    if (&taker == &nothing() || llvm::isa<UndefinedValue, NullValue, BooleanValue, NumberValue,
                                          BigIntValue, StringValue, ArrayValue, ObjectValue>(taker))
      return;
    HelperShape shape = function ? program().shapeOf(*function->origin) : HelperShape();
    if (function && function->environment && function->environment->isBound) {
      escapes = true;
    } else if (shape.kind != HelperShape::Kind::None) {
      handToHelper(call, shape, index, path);
    } else if (function || llvm::isa<ClassValue>(taker)) {
      addParameter(*taker.origin, index, path);
    } else if (const auto *api = llvm::dyn_cast<ApiValue>(&taker)) {
      const bool isFunctions = member && llvm::StringRef(api->path).starts_with("global:") &&
                               llvm::StringRef(api->path).contains(".prototype.");
      if (isFunctions && (key == "call" || key == "bind"))
        borrow(call, *member->object, index, path);
      else if (isFunctions && key == "apply")
        borrow(call, *member->object, index == 1 ? SIZE_MAX : index, path);
      else if (!isTold)
        handToHost(call, api->path, index, path);
    } else if (key == "call" || key == "apply" || key == "bind") {
      escapes = true; // a method of whatever: `Map.prototype.set.call(map, …)`
    } else if (key && llvm::isa<NewExpression>(made_)) {
      handToNamed(*key, index, path);
    } else {
      escapes |= !llvm::isa<ResultValue>(taker);
    }
  });
}

/// To a member of something unknown: whatever code gives to a member of that name may be it.
void Places::handToNamed(llvm::StringRef key, size_t index, const Path *path) {
  for (const auto &[member, given] : memberIndexOf(program()).of(key).given)
    forEachAlternative(eval(*given), [&](const Value &one) {
      if (llvm::isa<FunctionValue>(one))
        addParameter(*one.origin, index, path);
      else
        escapes |= llvm::isa<UnknownValue>(one) && &one != &nothing() &&
                   !(llvm::isa<MemberExpression>(given) && writtenKeyOf(*given) == key);
    });
}

/// Follows a call that gives back its argument; the result is the same object there if nothing
/// else holds the argument.
void Places::giveBack(const Node &call, size_t index, const Path *path) {
  if (!path && same.contains(partsOf(call).arguments[index]))
    same.insert(&call);
  add(call, path);
}

/// To a helper of compilers and bundlers; what it writes is known by its shape.
void Places::handToHelper(const Node &call, const HelperShape &shape, size_t index,
                          const Path *path) {
  using Kind = HelperShape::Kind;
  NodeList arguments = partsOf(call).arguments;
  const Node *target = shape.target < arguments.size() ? arguments[shape.target] : nullptr;
  bool isTarget = index == shape.target;
  if (isTarget && index == 0 && !path && !program().definitionsAt(*target).empty())
    writes.insert({&call, partsOf(call).arguments[0]});
  switch (shape.kind) {
  case Kind::Assign:
  case Kind::CopyMembers:
    // what is copied stays what it is; its members get a second holder
    if (isTarget && (shape.kind == Kind::Assign || shape.givesTarget))
      giveBack(call, index, path);
    else if (!isTarget && path && target)
      add(*target, path), add(call, path);
    return;
  case Kind::SetMember: {
    std::optional<std::string> key = shape.key < arguments.size()
                                         ? conversions().textOf(eval(*arguments[shape.key]))
                                         : std::nullopt;
    llvm::StringRef name = key ? strings().save(llvm::StringRef(*key)) : "";
    if (isTarget)
      return giveBack(call, index, path);
    if (index != shape.source || !target)
      return;
    store(*target, name, path);
    return add(call, longer(name, path));
  }
  case Kind::Concat:
    return path ? add(call, path) : void();
  case Kind::ToNamespace:
    add(call, longer("default", path));
    return add(call, path);
  case Kind::ToDefault:
    if (path && (path->key.empty() || path->key == "default"))
      add(call, path->rest);
    return add(call, path);
  case Kind::GetMember:
    return path ? add(call, path->rest) : void();
  case Kind::DefineGetters:
  case Kind::MarkModule:
  case Kind::SetDefault:
  case Kind::BindMember:
    return isTarget && shape.givesTarget ? giveBack(call, index, path) : void();
  default:
    return add(call, path);
  }
}

} // namespace agentc
