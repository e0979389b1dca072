#include "Abstract/Places.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "Abstract/Aliases.h"
#include "Abstract/Collections.h"
#include "Builtins/Conversions.h"
#include "Compiled/DefinitionResults.h"
#include "Concrete/Callbacks.h"
#include "Concrete/OwnObjects.h"

namespace agentc {

using namespace ast;

/// Follows the result of a function that is an argument of a call.
void Places::handOut(const Node &call, const Node &callback, const Path *path) {
  const Node *callee = partsOf(call).callee;
  if (const auto *member = llvm::dyn_cast<MemberExpression>(callee)) {
    llvm::StringRef key = writtenKeyOf(*member).value_or("");
    // a list that is given for one element becomes part of the result
    if (key == "flatMap" && path)
      add(call, path);
    if (key == "map" || key == "flatMap")
      return add(call, longer("", path));
    if (key == "then" || key == "catch" || key == "reduce" || key == "reduceRight")
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
    else
      escapes |= !llvm::isa<ApiValue>(taker) && &taker != &nothing();
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

/// `f.call(…)` with it at an index, or `f.apply(self, …)` with a list that holds it.
void Places::borrow(const Node &function, size_t index, const Path *path) {
  bool isList = index == SIZE_MAX;
  forEachAlternative(eval(function), [&](const Value &value) {
    if (!llvm::isa<FunctionValue>(value)) {
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

/// A method of what holds it, or of itself.
void Places::visitMethod(const CallExpression &call, llvm::StringRef key, const Path *path) {
  const BuiltinMethod known = builtinMethod(key);
  if (!path && llvm::isa<NewExpression>(made_)) {
    // maps and sets
    if (known.does(BuiltinMethod::ChangesEntries))
      writes.insert({&call, llvm::cast<MemberExpression>(call.callee)->object});
    if (key == "set" || key == "add")
      add(call, path);
    return;
  }
  if (!path) {
    bool isChange =
        key.starts_with("__define") || (changesArray(key) && !llvm::isa<ObjectExpression>(made_));
    if (isChange)
      writes.insert({&call, llvm::cast<MemberExpression>(call.callee)->object});
    if (key == "then" && !call.arguments.empty())
      handToCallback(*call.arguments[0], 0, path);
    if (key == "then" || key == "catch" || key == "finally" || key == "sort" || key == "reverse" ||
        key == "fill" || key == "copyWithin")
      add(call, path);
    return;
  }
  bool isHeldThere = path->key.empty() || path->key == key;
  const Node *first = call.arguments.empty() ? nullptr : call.arguments[0];
  if (known.does(BuiltinMethod::GivesElement))
    add(call, path->rest);
  else if (known.does(BuiltinMethod::GivesElements))
    add(call, path);
  else if (key == "flat")
    for (const Path *inside = path; inside; inside = inside->rest)
      add(call, inside);
  else if (key == "entries")
    add(call, longer("", path));
  else if (key == "then" && first)
    handToCallback(*first, 0, path);
  else if (isHeldThere && !path->rest && path->key == key)
    return; // the function itself
  if (key == "then")
    add(call, path);
  if (!first || !(takesCallback(key) || key == "sort" || key == "toSorted"))
    return;
  bool isReduce = key.starts_with("reduce");
  handToCallback(*first, isReduce ? 1 : 0, path->rest);
  if (isReduce || key.ends_with("ort"))
    handToCallback(*first, isReduce ? 0 : 1, path->rest);
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
  if (isKept && (key == "set" || key == "add"))
    store(*member->object, "", path);
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
      if (member && key == "call" && api->path == "global:Function.prototype.call"_api)
        borrow(*member->object, index, path);
      else if (member && key == "apply" && api->path == "global:Function.prototype.apply"_api)
        borrow(*member->object, index == 1 ? SIZE_MAX : index, path);
      else
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

/// Follows a value that `Reflect.set` or `Object.defineProperty` puts into its first argument.
void Places::storeDefined(const Node &call, llvm::StringRef host, size_t index, const Path *path) {
  NodeList arguments = partsOf(call).arguments;
  bool isSet = host == "Reflect.set", isDefined = host.ends_with("defineProperty");
  if (!isSet && !isDefined) {
    escapes = true;
    return;
  }
  if (index != 2 || (isDefined && (!path || (!path->key.empty() && path->key != "value"))))
    return;
  std::optional<std::string> key = conversions().textOf(eval(*arguments[1]));
  store(*arguments[0], key ? strings().save(llvm::StringRef(*key)) : "", isSet ? path : path->rest);
}

/// To what `JSON.stringify` calls for all that is below its argument: each is a value once, and the
/// `this` that holds it.
void Places::replaceBy(const Node &replacer, const Path *path) {
  for (const Path *inside = path;; inside = inside->rest) {
    handToCallback(replacer, 1, inside);
    borrow(replacer, 0, inside);
    if (!inside)
      return;
  }
}

/// To a function that the bundle does not define.
void Places::handToHost(const Node &call, llvm::StringRef host, size_t index, const Path *path) {
  static constexpr llvm::StringLiteral
      changing[] = {"Object.assign",          "Object.defineProperty", "Object.defineProperties",
                    "Object.setPrototypeOf",  "Reflect.set",           "Reflect.defineProperty",
                    "Reflect.deleteProperty", "Reflect.setPrototypeOf"},
      giving[] = {"Object.assign", "Object.freeze",  "Object.seal", "Object.preventExtensions",
                  "Object",        "Promise.resolve"},
      copying[] = {"Promise.all", "Promise.allSettled", "Array.from", "Object.create"},
      merging[] = {"assign",  "assignIn", "extend",       "merge",      "mergeWith", "set",
                   "setWith", "defaults", "defaultsDeep", "deepExtend", "unset",     "update"};
  if (const DefinitionResult *made = definitionResultOf(host); made && made->argument == index)
    return giveBack(call, index, path);
  if (!path && llvm::isa<NewExpression>(made_)) {
    // maps and sets are there to be changed, but for those that only look at them
    static constexpr llvm::StringLiteral looking[] = {
        "global:Array.from"_api, "global:JSON.stringify"_api,
        "global:Map"_api,        "global:Object.fromEntries"_api,
        "global:Set"_api,        "global:WeakSet"_api};
    escapes |= !isReadByHost && !llvm::is_contained(looking, host) &&
               !host.starts_with("global:console."_api);
    if (index == 0 && host.consume_front("global:") && llvm::is_contained(changing, host))
      writes.insert({&call, partsOf(call).arguments[0]});
    return;
  }
  if (!host.consume_front("global:")) {
    // packages keep what they get; some are there to change it
    if (index == 0 && !path && llvm::is_contained(merging, host.rsplit('.').second))
      writes.insert({&call, partsOf(call).arguments[0]});
    return;
  }
  const auto *expression = llvm::dyn_cast<CallExpression>(&call);
  const auto *method = expression ? llvm::dyn_cast<MemberExpression>(expression->callee) : nullptr;
  bool isChange = llvm::is_contained(changing, host);
  if (index == 0 && !path && isChange)
    writes.insert({&call, partsOf(call).arguments[0]});
  if (isChange && host != "Object.assign" && index > 0)
    return storeDefined(call, host, index, path);
  if (index == 0 && llvm::is_contained(giving, host))
    return giveBack(call, index, path);
  if (index == 0 && llvm::is_contained(copying, host))
    return path ? add(call, path) : void();
  if (host == "Object.assign")
    return path ? add(*expression->arguments[0], path) : void();
  if (host == "Object.values")
    return path ? add(call, longer("", path->rest)) : void();
  if (host == "Object.entries")
    return path ? add(call, longer("", longer("", path->rest))) : void();
  if (host == "JSON.stringify" && index == 0 && expression && expression->arguments.size() > 1)
    return replaceBy(*expression->arguments[1], path);
  if (host == "Object.fromEntries")
    return path && path->rest ? add(call, longer("", path->rest->rest)) : void();
  if (host == "Promise.race" || host == "Promise.any" || host == "Reflect.get")
    return path ? add(call, path->rest) : void();
  if (host == "Array.of")
    return add(call, longer("", path));
  if (host == "Map" || host == "WeakMap" || host == "Set" || host == "WeakSet") {
    // of pairs, and by what they give
    if (path)
      add(call, path);
    if (path && path->rest && host.ends_with("Map"))
      add(call, path->rest);
    return;
  }
  // nobody gets a key of theirs back
  if (index == 0 && (host == "WeakMap().set" || host == "WeakSet().add"))
    return;
  if (method && (host == "Map().set" || host == "WeakMap().set" || host == "Set().add"))
    return store(*method->object, "", path);
  bool isArrays = host.consume_front("Array.prototype.");
  if (isArrays && method &&
      (host == "push" || host == "unshift" || host == "splice" || host == "fill" || host == "with"))
    return store(*method->object, "", path);
  if (isArrays && host == "concat")
    return add(call, path ? path : longer("", path));
  bool keeps = host.contains("()") || host == "WeakRef" || host == "Proxy" || host == "Promise" ||
               host.starts_with("Reflect.") || host.starts_with("set") || host == "globalThis" ||
               host.starts_with("Function") || host.contains("[?]");
  escapes |= keeps && !isChange;
}

} // namespace agentc
