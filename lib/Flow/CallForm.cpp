#include "CallForm.h"

#include "agentc/Values/ApiPath.h"

namespace agentc {

namespace {

/// `Function.prototype.call.call(…call…)` unwraps one step a round; nobody needs more.
constexpr unsigned maxUnwrapping = 6;

struct Pending {
  CallForm form;
  const Value *receiver = nullptr; ///< `this`, where a wrapper gave it
};

std::vector<const Value *> elementsOf(const std::vector<const Value *> &arguments, size_t index) {
  if (index >= arguments.size())
    return {};
  const auto *list = llvm::dyn_cast<ArrayValue>(arguments[index]);
  return list ? list->elements.vec() : std::vector<const Value *>();
}

std::vector<const Value *> drop(const std::vector<const Value *> &arguments, size_t count) {
  return {arguments.begin() + std::min(count, arguments.size()), arguments.end()};
}

const Value *at(const std::vector<const Value *> &arguments, size_t index) {
  return index < arguments.size() ? arguments[index] : nullptr;
}

/// Adds the functions that a value can be, called with `arguments`.
void add(std::vector<Pending> &next, const Value *function, const Value *receiver,
         const std::vector<const Value *> &arguments) {
  if (!function)
    return;
  forEachAlternative(*function, [&](const Value &alternative) {
    if (const auto *api = llvm::dyn_cast<ApiValue>(&alternative))
      next.push_back({{api->path, arguments}, receiver});
  });
}

/// One wrapper off; false if the call is what it says.
bool unwrap(const Pending &call, std::vector<Pending> &next) {
  llvm::StringRef path = call.form.path;
  const auto &arguments = call.form.arguments;
  if (path == "global:Reflect.apply"_api) {
    add(next, at(arguments, 0), at(arguments, 1), elementsOf(arguments, 2));
    return true;
  }
  if (path == "global:Reflect.construct"_api) {
    add(next, at(arguments, 0), nullptr, elementsOf(arguments, 1));
    return true;
  }
  llvm::StringRef function = path;
  bool isApply = false;
  if (function.consume_back(".bind"))
    return true;
  if (function.consume_back(".apply"))
    isApply = true;
  else if (!function.consume_back(".call"))
    return false;
  auto rest = isApply ? elementsOf(arguments, 1) : drop(arguments, 1);
  // `call` is one function, whatever it was read from: given `this`, that is what is called
  if (call.receiver)
    add(next, call.receiver, at(arguments, 0), rest);
  else
    next.push_back({{function, rest}, at(arguments, 0)});
  return true;
}

} // namespace

std::vector<CallForm> callForms(llvm::StringRef path, std::vector<const Value *> arguments) {
  std::vector<CallForm> forms;
  std::vector<Pending> round{{{path, std::move(arguments)}, nullptr}};
  for (unsigned i = 0; i < maxUnwrapping && !round.empty(); ++i) {
    std::vector<Pending> next;
    for (Pending &call : round)
      if (!unwrap(call, next))
        forms.push_back(std::move(call.form));
    round = std::move(next);
  }
  return forms;
}

namespace {

constexpr size_t maxWritten = 64;

void addNames(const Value &source, std::vector<std::string> &names) {
  const auto *object = llvm::dyn_cast<ObjectValue>(&source);
  if (!object)
    return names.push_back("[?]");
  for (const PropertyValue &property : object->properties.take_front(maxWritten))
    names.push_back(property.key.str());
  if (object->open || object->properties.size() > maxWritten)
    names.push_back("[?]");
}

/// Of a symbol, the name that Values gives all of them: no member that means something has it.
std::string keyName(const Value &key) {
  const auto *made = llvm::dyn_cast<ResultValue>(&key);
  if (made &&
      (made->callee->path == "global:Symbol"_api || made->callee->path == "global:Symbol.for"_api))
    return "@@symbol";
  return asString(key).value_or("[?]").str();
}

} // namespace

std::vector<std::string> writtenPaths(const CallForm &form) {
  std::vector<std::string> names, paths;
  llvm::ArrayRef<const Value *> arguments = form.arguments;
  if (arguments.size() < 2)
    return paths;
  llvm::StringRef function = form.path;
  if (!function.consume_front("global:Object."_api) &&
      !function.consume_front("global:Reflect."_api))
    return paths;
  if (function == "assign")
    for (const Value *source : arguments.drop_front().take_front(maxWritten))
      addNames(*source, names);
  else if (function == "defineProperties")
    addNames(*arguments[1], names);
  else if (function == "defineProperty" || function == "set")
    names.push_back(keyName(*arguments[1]));
  else if (function == "setPrototypeOf")
    names.push_back("__proto__");
  forEachAlternative(*arguments[0], [&](const Value &target) {
    const auto *api = llvm::dyn_cast<ApiValue>(&target);
    for (const std::string &name : names)
      if (api && api->path == "global:globalThis"_api)
        paths.push_back("global:" + name);
      else if (api)
        paths.push_back((api->path + "." + name).str());
  });
  return paths;
}

} // namespace agentc
