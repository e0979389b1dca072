#include "Abstract/Places.h"

#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "Builtins/Conversions.h"
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

/// The result of a function of the language, as far as its argument is in there.
enum class Given {
  Itself,  ///< the same object, where it can be changed by that name
  Alias,   ///< another object through which it can be changed
  Element, ///< what holds it
  Reason,  ///< what has it as `reason`
  Held,    ///< what holds the same
  Mapped,  ///< a list of the same, or of what its second argument gives
  Member,
  Values,
  Entries,
  Pairs,
  Groups,
  Settled,
  Descriptor,
  Descriptors,
};

/// A function whose result has to do with its argument.
struct Result {
  llvm::StringLiteral host;
  size_t index;
  Given given;
};
using enum Given;
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
    {"stream.Readable.from", 0, Held},
    {"timers/promises.setImmediate", 0, Alias},
    {"timers/promises.setTimeout", 1, Alias},
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

/// The object, or what holds it, as an argument of a function that the bundle does not define.
class Places::Handed {
public:
  Handed(Places &places, const Node &call, size_t index, const Path *path)
      : places_(places), call_(call), arguments_(partsOf(call).arguments), index_(index),
        path_(path) {}

  void toHost(llvm::StringRef host);

private:
  bool toCaller(llvm::StringRef host);
  bool giveInResult(llvm::StringRef host);
  void giveHeld(Given given);
  void toLanguage(llvm::StringRef host);
  void storeDefined(llvm::StringRef host);
  void replaceBy();

  const Path *longer(llvm::StringRef key, const Path *path) { return places_.longer(key, path); }
  /// Adds the call.
  void add(const Path *path) { places_.add(call_, path); }

  Places &places_;
  const Node &call_;
  NodeList arguments_;
  size_t index_;
  const Path *path_;
};

/// Follows a value that `Reflect.set` or `Object.defineProperty` puts into its first argument.
void Places::Handed::storeDefined(llvm::StringRef host) {
  bool isSet = host == "Reflect.set", isDefined = host.ends_with("defineProperty");
  if (!isSet && !isDefined) {
    places_.escapes = true;
    return;
  }
  if (index_ != 2 || (isDefined && (!path_ || (!path_->key.empty() && path_->key != "value"))))
    return;
  std::optional<std::string> key = places_.conversions().textOf(places_.eval(*arguments_[1]));
  places_.store(*arguments_[0], key ? places_.strings().save(llvm::StringRef(*key)) : "",
                isSet ? path_ : path_->rest);
}

/// To what `JSON.stringify` calls for all that is below its argument: each is a value once, and the
/// `this` that holds it.
void Places::Handed::replaceBy() {
  const Node &replacer = *arguments_[1];
  for (const Path *inside = path_;; inside = inside->rest) {
    places_.handToCallback(replacer, 1, inside);
    places_.borrow(call_, replacer, 0, inside);
    if (!inside)
      return;
  }
}

/// To a function that calls another one with it; false for any other.
bool Places::Handed::toCaller(llvm::StringRef host) {
  for (const Caller &one : callers)
    if (host == one.host && index_ >= one.first) {
      places_.handToCallback(*arguments_[0], index_ - one.first, path_);
      return true;
    }
  if ((host != "Reflect.apply" && host != "Reflect.construct") || index_ == 0)
    return false;
  const bool isList = host == "Reflect.construct" ? index_ == 1 : index_ == 2;
  if (isList || host == "Reflect.apply")
    places_.borrow(call_, *arguments_[0], isList ? SIZE_MAX : 0, path_);
  return true;
}

/// To a function whose result is it, holds it or holds what it holds; false for any other.
bool Places::Handed::giveInResult(llvm::StringRef host) {
  const auto *known = llvm::find_if(
      results, [&](const Result &one) { return index_ == one.index && host == one.host; });
  const bool isError = host.ends_with("Error");
  if (known == std::end(results) && !isError)
    return false;
  const Given given = isError ? Given::Held : known->given;
  if (given == Given::Itself)
    places_.giveBack(call_, index_, path_);
  else if (given == Given::Alias)
    add(path_);
  else if (given == Given::Element)
    add(longer("", path_));
  else if (given == Given::Reason)
    add(longer("reason", path_));
  else if (path_)
    giveHeld(given);
  return true;
}

/// To a function that gives on what it holds.
void Places::Handed::giveHeld(Given given) {
  switch (given) {
  case Given::Member:
    return add(path_->rest);
  case Given::Values:
    return add(longer("", path_->rest));
  case Given::Entries:
    return add(longer("", longer("", path_->rest)));
  case Given::Pairs:
    return path_->rest ? add(longer("", path_->rest->rest)) : void();
  case Given::Mapped:
  case Given::Groups:
    if (arguments_.size() > 1)
      places_.handToCallback(*arguments_[1], 0, path_->rest);
    return add(given == Given::Mapped ? path_ : longer("", path_));
  case Given::Settled:
    return add(longer("", longer("", path_->rest)));
  case Given::Descriptor:
    return add(longer("value", path_->rest));
  case Given::Descriptors:
    return add(longer(path_->key, longer("value", path_->rest)));
  default:
    return add(path_);
  }
}

/// To a function that the bundle does not define.
void Places::Handed::toHost(llvm::StringRef host) {
  static constexpr llvm::StringLiteral merging[] = {
      "assign",  "assignIn", "extend",       "merge",      "mergeWith", "set",
      "setWith", "defaults", "defaultsDeep", "deepExtend", "unset",     "update"};
  if (const DefinitionResult *made = places_.definitionResultOf(host);
      made && made->argument == index_)
    return places_.giveBack(call_, index_, path_);
  if (!path_ && llvm::isa<NewExpression>(places_.made_)) {
    // maps and sets are there to be changed, but for those that only look at them
    static constexpr llvm::StringLiteral looking[] = {
        "global:Array.from"_api, "global:JSON.stringify"_api,
        "global:Map"_api,        "global:Object.fromEntries"_api,
        "global:Set"_api,        "global:WeakSet"_api};
    places_.escapes |= !places_.isReadByHost && !llvm::is_contained(looking, host) &&
                       !host.starts_with("global:console."_api);
    if (index_ == 0 && host.consume_front("global:") && llvm::is_contained(changing, host))
      places_.writes.insert({&call_, arguments_[0]});
    return;
  }
  if (llvm::StringRef module = host; module.consume_front("module:")) {
    const bool isStorage = module.consume_front("async_hooks.AsyncLocalStorage().");
    if (isStorage && index_ == 0 && (module == "run" || module == "enterWith"))
      return places_.store(*llvm::cast<MemberExpression>(partsOf(call_).callee)->object, "", path_);
    if (giveInResult(module))
      return;
  }
  if (!host.consume_front("global:")) {
    // packages keep what they get; some are there to change it
    if (index_ == 0 && !path_ && llvm::is_contained(merging, host.rsplit('.').second))
      places_.writes.insert({&call_, arguments_[0]});
    return;
  }
  if (index_ == 0 && !path_ && llvm::is_contained(changing, host))
    places_.writes.insert({&call_, arguments_[0]});
  if (!toCaller(host) && !giveInResult(host))
    toLanguage(host);
}

/// To a function of the language or of every host; `host` is its path without `global:`.
void Places::Handed::toLanguage(llvm::StringRef host) {
  const auto *expression = llvm::dyn_cast<CallExpression>(&call_);
  const auto *method = expression ? llvm::dyn_cast<MemberExpression>(expression->callee) : nullptr;
  bool isChange = llvm::is_contained(changing, host);
  if (isChange && host != "Object.assign" && index_ > 0)
    return storeDefined(host);
  if (host == "Object.assign")
    return path_ ? places_.add(*arguments_[0], path_) : void();
  if (host == "Array.of")
    return add(longer("", path_));
  if (host == "JSON.stringify" && index_ == 0 && arguments_.size() > 1)
    return replaceBy();
  if (host == "Map" || host == "WeakMap" || host == "Set" || host == "WeakSet") {
    // of pairs, and by what they give
    if (path_)
      add(path_);
    if (path_ && path_->rest && host.ends_with("Map"))
      add(path_->rest);
    return;
  }
  // nobody gets a key of theirs back
  if (index_ == 0 && (host == "WeakMap().set" || host == "WeakSet().add"))
    return;
  if (method && (host == "Map().set" || host == "WeakMap().set" || host == "Set().add"))
    return places_.store(*method->object, "", path_);
  const bool isArrays = host.consume_front("Array.prototype.");
  if (method && host.starts_with("Promise.withResolvers()."))
    return places_.store(*method->object, "promise", path_);
  if (host.starts_with("Set().") && builtinMethod(host.rsplit('.').second).text != TextMethod::None)
    return path_ ? add(path_) : void();
  if (isArrays && host == "concat")
    return add(path_ ? path_ : longer("", path_));
  if (isArrays && method && builtinMethod(host).does(BuiltinMethod::TakesArguments))
    return places_.store(*method->object, "", path_);
  bool keeps = host.contains("()") || host == "Promise" || host.starts_with("Reflect.") ||
               host.starts_with("set") || host == "globalThis" || host.starts_with("Function") ||
               host.contains("[?]");
  places_.escapes |= keeps && !isChange;
}

void Places::handToHost(const Node &call, llvm::StringRef host, size_t index, const Path *path) {
  Handed(*this, call, index, path).toHost(host);
}

} // namespace agentc
