#include "SecretWalk.h"

#include "agentc/Flow/UseKind.h"
#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

namespace {

/// Functions of the language that give their arguments, or an object with their members.
constexpr llvm::StringLiteral keeping[] = {
    "String",          "Object",     "Object.freeze",  "Object.seal",
    "structuredClone", "Headers",    "Request",        "Promise.resolve",
    "Promise.all",     "Array.from", "JSON.stringify", "String.prototype.concat"};

/// Functions that tell no more of a text than that it is there, and those that call what they get
/// and drop what it gives.
constexpr llvm::StringLiteral dropping[] = {"Array.isArray",  "Boolean",      "Object.keys",
                                            "queueMicrotask", "setImmediate", "setInterval",
                                            "setTimeout"};

/// True if a path is one of the language's, by its name without `global:`.
bool isOneOf(llvm::ArrayRef<llvm::StringLiteral> names, llvm::StringRef path) {
  return path.consume_front("global:") && llvm::is_contained(names, path);
}

/// True of what makes a request's headers, or a request that is sent elsewhere.
bool isKeeping(llvm::StringRef path) {
  llvm::StringRef rest = path;
  if (!rest.consume_front("module:undici."_api) && !rest.consume_front("module:node-fetch."_api))
    return isOneOf(keeping, path);
  return rest == "Headers" || rest == "Request";
}

/// True if an argument of a call is missing or one of the words.
bool isWord(const Values &values, const CallExpression &call,
            llvm::ArrayRef<llvm::StringRef> words) {
  if (call.arguments.empty())
    return true;
  std::optional<llvm::StringRef> word = asString(values.of(*call.arguments[0]));
  return word && llvm::is_contained(words, *word);
}

} // namespace

/// `node`, an argument of a call, has the text at `keys`.
void SecretWalk::followArgument(const Node &call, const Node &node, const Keys *keys) {
  const auto [callee, arguments, isNew] = partsOf(call);
  const size_t index = llvm::find(arguments, &node) - arguments.begin();
  if (index == arguments.size() || llvm::any_of(arguments.take_front(index), [](auto *one) {
        return llvm::isa<SpreadElement>(one);
      }))
    return lose(node);
  const auto *member = llvm::dyn_cast<MemberExpression>(callee);
  std::optional<std::string> method = member ? values_.keyOf(*member) : std::nullopt;
  bool isKnown = true;
  forEachAlternative(values_.of(*callee), [&](const Value &value) {
    if (llvm::isa<FunctionValue>(value))
      return giveTo(*value.origin, index, keys, node);
    if (const auto *type = llvm::dyn_cast<ClassValue>(&value)) {
      const Identifier *name = ownNameOf(*type->origin);
      const std::string client =
          name ? (program_.moduleOf(*type->origin).path() + ":" + name->name).str() : "";
      if (giveToClient(call, client, index, keys, node))
        return;
      if (const Node *constructor = constructorIn(*type))
        return giveTo(*constructor, index, keys, node);
      return type->superClass ? lose(node) : void();
    }
    const auto *api = llvm::dyn_cast<ApiValue>(&value);
    if (api && api->path == "global:Function.prototype.call"_api && member && index > 0)
      return forEachAlternative(values_.of(*member->object), [&](const Value &borrowed) {
        const auto *host = llvm::dyn_cast<ApiValue>(&borrowed);
        if (llvm::isa<FunctionValue>(borrowed))
          giveTo(*borrowed.origin, index - 1, keys, node);
        else
          host ? giveToHost(call, host->path, index - 1, keys, node) : lose(node);
      });
    if (api)
      return giveToHost(call, api->path, index, keys, node);
    isKnown &= llvm::isa<UndefinedValue, NullValue>(value);
  });
  if (isKnown || (method && putByMethod(call, index, keys)))
    return;
  giveByName(*callee, index, keys, node);
}

/// A parameter of a function of the bundle gets it.
void SecretWalk::giveTo(const Node &function, size_t index, const Keys *keys, const Node &node) {
  NodeList parameters = paramsOf(function);
  const auto *rest =
      parameters.empty() ? nullptr : llvm::dyn_cast_or_null<RestElement>(parameters.back());
  if (!argumentsIn(program_, function).empty())
    return lose(node);
  if (rest && index + 1 >= parameters.size())
    return bind(*rest->argument, push("", keys));
  if (index < parameters.size())
    bind(*parameters[index], keys);
}

/// The functions that the program gives to a member of that name, for a callee that is not known.
void SecretWalk::giveByName(const Node &callee, size_t index, const Keys *keys, const Node &node) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
  bool isFound = false;
  for (const MemberIndex::Given &given :
       key ? memberIndexOf(program_).of(*key).given : std::vector<MemberIndex::Given>())
    if (given.value && isFunction(*given.value)) {
      isFound = true;
      giveTo(*given.value, index, keys, node);
    }
  if (!isFound)
    lose(node);
}

/// A function gives it back: `inside` is its `return`, or its body.
void SecretWalk::followResult(const Node &inside, const Keys *keys) {
  const Node *function = inside.parent;
  while (function && !isFunction(*function))
    function = function->parent;
  if (!function || isGenerator(*function))
    return lose(inside);
  const Keys *given = push("()", keys);
  results_.try_emplace(given, &inside);
  const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(function);
  if (!declaration)
    return add(*function, given);
  const auto *name = llvm::dyn_cast_or_null<Identifier>(declaration->id);
  if (const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr)
    followSymbol(*symbol, given);
  if (llvm::isa<ExportDefaultDeclaration>(function->parent))
    exportFrom(program_.moduleOf(*function), *function, push("default", given));
}

/// `text.method()`; false if the method may need the text.
bool SecretWalk::followTextMethod(const CallExpression &call, llvm::StringRef method) {
  const bool isSame = llvm::is_contained({"trim", "valueOf", "toString", "concat"}, method);
  if (method == "then" || method == "finally") {
    for (const Node *function : call.arguments.take_front(1))
      forEachAlternative(values_.of(*function), [&](const Value &value) {
        llvm::isa<FunctionValue>(value) ? giveTo(*value.origin, 0, nullptr, *function)
                                        : lose(*function);
      });
    add(call, nullptr);
    return true;
  }
  if (!isSame || (method == "toString" && !isWord(values_, call, {"base64", "utf8", "utf-8"})))
    return false;
  add(call, nullptr);
  return true;
}

/// `object.method()` of what has the text in its members, by methods of lists, maps, headers and
/// promises; false if it may need the text.
bool SecretWalk::followMethod(const CallExpression &call, llvm::StringRef method,
                              const Keys *keys) {
  bool isOwn = true;
  forEachAlternative(values_.of(*call.callee),
                     [&](const Value &callee) { isOwn &= llvm::isa<FunctionValue>(callee); });
  if (isOwn) // whose `this` is followed
    return true;
  const BuiltinMethod known = builtinMethod(method);
  const Node *first = call.arguments.empty() ? nullptr : call.arguments[0];
  auto giveFirst = [&](const Keys *given) {
    forEachAlternative(values_.of(*first), [&](const Value &value) {
      if (llvm::isa<FunctionValue>(value))
        giveTo(*value.origin, 0, given, *first);
    });
  };
  if (known.does(BuiltinMethod::CallsResult | BuiltinMethod::GivesElements) ||
      method == "then") { // of a promise, or a list of the same
    if (first && (method == "then" || method == "finally" || method == "filter"))
      giveFirst(method == "filter" ? keys->next : keys);
    add(call, keys->isElement() ? push("", keys->next) : keys);
    return true;
  }
  if (keys->key == mapKey) { // `forEach` and `keys` give keys, others values
    if (method == "keys" || method == "entries")
      add(call, push("", method == "keys" ? keys->next : push("0", keys->next)));
    return known.effects != BuiltinMethod::Nothing && method != "forEach";
  }
  const bool isList = keys->isElement();
  std::optional<llvm::StringRef> name = first ? asString(values_.of(*first)) : std::nullopt;
  if (!isList && (known.does(BuiltinMethod::CallsEach) || method == "entries"))
    headerNames_.insert(llvm::StringRef(keys->key).lower());
  if (known.does(BuiltinMethod::GivesElement)) {
    if (isList || (name && name->equals_insensitive(keys->key)))
      add(call, keys->next);
    if (first && known.does(BuiltinMethod::CallsEach))
      giveFirst(keys->next);
  } else if (known.does(BuiltinMethod::CallsEach)) {
    if (first && keys->key != "()")
      giveFirst(keys->next);
  } else if (method == "entries") {
    add(call, push("", push("1", keys->next)));
  } else if (method == "join" && isList) {
    add(call, nullptr);
  } else if (known.effects == BuiltinMethod::Nothing) {
    // a host's list may give all of it
    bool isHost = false;
    forEachAlternative(values_.of(*llvm::cast<MemberExpression>(call.callee)->object),
                       [&](const Value &one) { isHost |= llvm::isa<ResultValue>(one); });
    return !isHost || !isList;
  }
  return true;
}

/// Methods that put an argument into their receiver: `map.set(key, text)`, `list.push(text)`.
bool SecretWalk::putByMethod(const Node &call, size_t index, const Keys *keys) {
  const auto *member = llvm::dyn_cast<MemberExpression>(partsOf(call).callee);
  NodeList arguments = partsOf(call).arguments;
  llvm::StringRef method = member ? writtenKeyOf(*member).value_or("") : "";
  if (index == 0 && llvm::is_contained({"get", "has", "delete"}, method))
    return true;
  if (index == 0 && method == "set") {
    hold(*member->object, push(mapKey, keys));
    return true;
  }
  if (index == 0 && llvm::is_contained({"push", "unshift", "add"}, method)) {
    hold(*member->object, push("", keys));
    return true;
  }
  if (index != 1 || (method != "set" && method != "append"))
    return false;
  std::optional<llvm::StringRef> name = asString(values_.of(*arguments[0]));
  hold(*member->object, push(name.value_or(""), keys));
  return true;
}

static bool isOfCommander(llvm::StringRef path) {
  return path.consume_front("module:") && path.starts_with("commander");
}

/// The default of an option of the command line, as commander gives it: `--api-key` is `apiKey` of
/// what `opts` gives.
bool SecretWalk::giveAsOption(const Node &call, llvm::StringRef path, size_t index,
                              const Keys *keys) {
  NodeList arguments = partsOf(call).arguments;
  if (index != 2 || !isOfCommander(path) || !path.ends_with(".option"))
    return false;
  std::optional<llvm::StringRef> flags = asString(values_.of(*arguments[0]));
  std::string name;
  bool isNext = false;
  llvm::StringRef longName = flags ? flags->split("--").second : "";
  for (char c : longName.take_while([](char c) { return llvm::isAlnum(c) || c == '-'; })) {
    if (c != '-')
      name += isNext ? llvm::toUpper(c) : c;
    isNext = c == '-';
  }
  bool isGiven = false;
  for (const ApiUse &use : uses_.all())
    if (use.kind == UseKind::Call && isOfCommander(use.path)) {
      if (use.path.ends_with(".action"))
        return false;
      if (use.path.ends_with(".opts")) {
        isGiven = true;
        add(*use.call, push(name, keys));
      }
    }
  return isGiven && !name.empty();
}

/// A function of the host, or of a module that the bundle does not hold, gets it.
void SecretWalk::giveToHost(const Node &call, llvm::StringRef path, size_t index, const Keys *keys,
                            const Node &node) {
  NodeList arguments = partsOf(call).arguments;
  if (sendTo(call, path, keys, node) || giveToClient(call, path, index, keys, node))
    return;
  const bool isCalled = keys && keys->key == "()";
  if (isOneOf(dropping, path))
    return;
  if (isKeeping(path))
    return add(call, path == "global:JSON.stringify"_api ? nullptr : keys);
  if (path == "global:btoa"_api || (path == "global:Buffer.from"_api && index == 0)) {
    encoded_ = encoded_ ? encoded_ : &call;
    return keys ? lose(node) : add(call, nullptr);
  }
  if (path == "global:Object.assign"_api) {
    if (index > 0)
      hold(*arguments[0], keys);
    return add(call, keys);
  }
  if (keys && (path == "global:Object.entries"_api || path == "global:Object.values"_api)) {
    if (!keys->key.empty())
      headerNames_.insert(llvm::StringRef(keys->key).lower());
    const Keys *value = path == "global:Object.values"_api ? keys->next : push("1", keys->next);
    return add(call, push("", value));
  }
  if (path == "global:Object.fromEntries"_api && keys && keys->next)
    return add(call, push("", keys->next->next));
  llvm::StringRef method = path.rsplit('.').second;
  const bool isPut = path.contains("Headers().") || path.contains("Map().") ||
                     path.starts_with("global:Array.prototype."_api);
  if (isPut && !isCalled && putByMethod(call, index, keys))
    return;
  // what a callback of a list or a promise gives
  const BuiltinMethod known = builtinMethod(method);
  if (isCalled && index == 0 && (method == "then" || method == "finally" || method == "catch"))
    return add(call, keys->next);
  if (isCalled && known.text == TextMethod::Maps)
    return add(call, push("", keys->next));
  if (isCalled && known.does(BuiltinMethod::CallsEach))
    return;
  if (giveAsOption(call, path, index, keys))
    return;
  if (path.ends_with("Function.prototype.bind") && index == 0)
    return; // `this` of a class's code has been followed
  if (path.ends_with("AsyncLocalStorage().run") && index == 0) {
    for (const ApiUse &use : uses_.all())
      if (use.call && use.path.ends_with("AsyncLocalStorage().getStore"))
        add(*use.call, keys);
    return;
  }
  // the host calls no method of an object that it knows nothing of
  const bool isOwnMethod =
      keys && !isCalled && keys->next && keys->next->key == "()" &&
      !llvm::is_contained({"toJSON", "toString", "valueOf", "then", ""}, keys->key);
  if (!isOwnMethod)
    lose(node);
}

} // namespace agentc
