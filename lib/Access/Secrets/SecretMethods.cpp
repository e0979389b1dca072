#include "SecretWalk.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

/// True if an argument of a call is missing or one of the words.
static bool isWord(const Values &values, const CallExpression &call,
                   llvm::ArrayRef<llvm::StringRef> words) {
  if (call.arguments.empty())
    return true;
  std::optional<llvm::StringRef> word = asString(values.of(*call.arguments[0]));
  return word && llvm::is_contained(words, *word);
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

/// `object.method()` of a list, map, headers or promise that holds the secret in its members; false
/// if the method may need it.
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

} // namespace agentc
