#include "Abstract/Places.h"

#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "Builtins/Conversions.h"
#include "Compiled/DefinitionResults.h"
#include "Concrete/OwnObjects.h"

namespace agentc {

using namespace ast;

namespace {

constexpr llvm::StringLiteral changing[] = {
    "Object.assign", "Object.defineProperty",  "Object.defineProperties", "Object.setPrototypeOf",
    "Reflect.set",   "Reflect.defineProperty", "Reflect.deleteProperty",  "Reflect.setPrototypeOf"};

/// A function that calls its first argument with those from an index on.
struct Caller {
  llvm::StringLiteral host;
  size_t first;
};
constexpr Caller callers[] = {
    {"setTimeout", 2}, {"setInterval", 2}, {"setImmediate", 1}, {"process.nextTick", 1}};

/// A function whose result has to do with its argument.
struct Result {
  llvm::StringLiteral host;
  size_t index;
  PlacesGiven given;
};
using enum PlacesGiven;
constexpr Result results[] = {
    {"Object.assign", 0, Itself},
    {"Object.freeze", 0, Itself},
    {"Object.seal", 0, Itself},
    {"Object.preventExtensions", 0, Itself},
    {"Object", 0, Itself},
    {"Promise.resolve", 0, Itself},
    {"Promise.reject", 0, Alias},
    {"Proxy", 0, Alias},
    {"WeakRef", 0, Element},
    {"AbortSignal.abort", 0, Reason},
    {"Array.from", 0, Mapped},
    {"Array.fromAsync", 0, Mapped},
    {"CustomEvent", 1, Held},
    {"Iterator.from", 0, Held},
    {"Object.create", 0, Held},
    {"Promise.all", 0, Held},
    {"Promise.any", 0, Member},
    {"Promise.race", 0, Member},
    {"Reflect.get", 0, Member},
    {"Object.values", 0, Values},
    {"Object.entries", 0, Entries},
    {"Object.fromEntries", 0, Pairs},
    {"Map.groupBy", 0, Groups},
    {"Object.groupBy", 0, Groups},
    {"Promise.allSettled", 0, Settled},
    {"Object.getOwnPropertyDescriptor", 0, Descriptor},
    {"Reflect.getOwnPropertyDescriptor", 0, Descriptor},
    {"Object.getOwnPropertyDescriptors", 0, Descriptors},
};

} // namespace

/// The results of a callback of a function of the language that gives them on.
void Places::handOutOfHost(const Node &call, llvm::StringRef host, const Path *path) {
  if (!host.consume_front("global:"))
    return;
  const bool isMapped = host.consume_front("Array.prototype.") && host.consume_back(".call") &&
                        builtinMethod(host).text == TextMethod::Maps;
  if (isMapped || host == "Array.from" || host == "Array.fromAsync")
    add(call, longer("", path));
  else if (host == "Promise.try")
    add(call, path);
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
void Places::replaceBy(const Node &call, const Path *path) {
  const Node &replacer = *partsOf(call).arguments[1];
  for (const Path *inside = path;; inside = inside->rest) {
    handToCallback(replacer, 1, inside);
    borrow(call, replacer, 0, inside);
    if (!inside)
      return;
  }
}

/// To a function that calls another one with it; false for any other.
bool Places::handToCaller(const Node &call, llvm::StringRef host, size_t index, const Path *path) {
  NodeList arguments = partsOf(call).arguments;
  for (const Caller &one : callers)
    if (host == one.host && index >= one.first) {
      handToCallback(*arguments[0], index - one.first, path);
      return true;
    }
  if ((host != "Reflect.apply" && host != "Reflect.construct") || index == 0)
    return false;
  const bool isList = host == "Reflect.construct" ? index == 1 : index == 2;
  if (isList || host == "Reflect.apply")
    borrow(call, *arguments[0], isList ? SIZE_MAX : 0, path);
  return true;
}

/// To a function whose result is it, holds it or holds what it holds; false for any other.
bool Places::giveInResult(const Node &call, llvm::StringRef host, size_t index, const Path *path) {
  const auto *known = llvm::find_if(
      results, [&](const Result &one) { return index == one.index && host == one.host; });
  const bool isError = host.ends_with("Error");
  if (known == std::end(results) && !isError)
    return false;
  const PlacesGiven given = isError ? PlacesGiven::Held : known->given;
  if (given == PlacesGiven::Itself)
    giveBack(call, index, path);
  else if (given == PlacesGiven::Alias)
    add(call, path);
  else if (given == PlacesGiven::Element)
    add(call, longer("", path));
  else if (given == PlacesGiven::Reason)
    add(call, longer("reason", path));
  else if (path)
    giveHeld(call, given, path);
  return true;
}

/// To a function that gives on what it holds.
void Places::giveHeld(const Node &call, PlacesGiven given, const Path *path) {
  switch (given) {
  case PlacesGiven::Member:
    return add(call, path->rest);
  case PlacesGiven::Values:
    return add(call, longer("", path->rest));
  case PlacesGiven::Entries:
    return add(call, longer("", longer("", path->rest)));
  case PlacesGiven::Pairs:
    return path->rest ? add(call, longer("", path->rest->rest)) : void();
  case PlacesGiven::Mapped:
  case PlacesGiven::Groups:
    if (NodeList arguments = partsOf(call).arguments; arguments.size() > 1)
      handToCallback(*arguments[1], 0, path->rest);
    return add(call, given == PlacesGiven::Mapped ? path : longer("", path));
  case PlacesGiven::Settled:
    return add(call, longer("", longer("", path->rest)));
  case PlacesGiven::Descriptor:
    return add(call, longer("value", path->rest));
  case PlacesGiven::Descriptors:
    return add(call, longer(path->key, longer("value", path->rest)));
  default:
    return add(call, path);
  }
}

/// To a function that the bundle does not define.
void Places::handToHost(const Node &call, llvm::StringRef host, size_t index, const Path *path) {
  static constexpr llvm::StringLiteral merging[] = {
      "assign",  "assignIn", "extend",       "merge",      "mergeWith", "set",
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
  if (index == 0 && !path && llvm::is_contained(changing, host))
    writes.insert({&call, partsOf(call).arguments[0]});
  if (!handToCaller(call, host, index, path) && !giveInResult(call, host, index, path))
    handToLanguage(call, host, index, path);
}

/// To a function of the language or of every host; `host` is its path without `global:`.
void Places::handToLanguage(const Node &call, llvm::StringRef host, size_t index,
                            const Path *path) {
  const auto *expression = llvm::dyn_cast<CallExpression>(&call);
  const auto *method = expression ? llvm::dyn_cast<MemberExpression>(expression->callee) : nullptr;
  bool isChange = llvm::is_contained(changing, host);
  if (isChange && host != "Object.assign" && index > 0)
    return storeDefined(call, host, index, path);
  if (host == "Object.assign")
    return path ? add(*expression->arguments[0], path) : void();
  if (host == "Array.of")
    return add(call, longer("", path));
  if (host == "JSON.stringify" && index == 0 && expression && expression->arguments.size() > 1)
    return replaceBy(call, path);
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
  const bool isArrays = host.consume_front("Array.prototype.");
  if (method && host.starts_with("Promise.withResolvers()."))
    return store(*method->object, "promise", path);
  if (host.starts_with("Set().") && builtinMethod(host.rsplit('.').second).text != TextMethod::None)
    return path ? add(call, path) : void();
  if (isArrays && host == "concat")
    return add(call, path ? path : longer("", path));
  if (isArrays && method && builtinMethod(host).does(BuiltinMethod::TakesArguments))
    return store(*method->object, "", path);
  bool keeps = host.contains("()") || host == "Promise" || host.starts_with("Reflect.") ||
               host.starts_with("set") || host == "globalThis" || host.starts_with("Function") ||
               host.contains("[?]");
  escapes |= keeps && !isChange;
}
} // namespace agentc
