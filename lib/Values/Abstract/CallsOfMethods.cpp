#include "Abstract/Calls.h"

#include "Abstract/Aliases.h"
#include "Abstract/Collections.h"
#include "Abstract/Members.h"
#include "Abstract/Promises.h"
#include "Builtins/Folding.h"
#include "Builtins/KnownCollections.h"
#include "Builtins/Patches.h"
#include "Builtins/Starting.h"
#include "Concrete/Callbacks.h"
#include "Concrete/Interpreter.h"
#include "Concrete/OwnObjects.h"

#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

bool isModule(const Value &value) {
  const auto *path = llvm::dyn_cast<ApiValue>(&value);
  return llvm::isa<NamespaceValue>(value) ||
         (path && path->path.starts_with("module:") && !path->path.contains('('));
}

namespace {

/// True if a method only reads one of several maps or sets, so that a run may ask them all.
bool readsCollections(const UnionValue &several, llvm::StringRef key) {
  return (key == "get" || key == "has") && llvm::all_of(several.alternatives, [](const Value *one) {
           const auto *made = llvm::dyn_cast<ResultValue>(one);
           return made && isCollection(made->callee->path);
         });
}

bool isCallable(const Value &value) {
  return llvm::isa<FunctionValue, ClassValue, ApiValue, UnionValue>(value);
}

} // namespace

const Value &Calls::invokeMethod(const Value &receiver, llvm::StringRef key, const Value &method,
                                 Arguments arguments, const Node &site) {
  if (const auto *several = llvm::dyn_cast<UnionValue>(&receiver);
      several && (!run() || readsCollections(*several, key))) {
    llvm::SmallVector<const Value *, 8> results;
    for (const Value *one : several->alternatives)
      if (!llvm::isa<UndefinedValue, NullValue>(one)) // a call throws
        results.push_back(
            &invokeMethod(*one, key, members().member(*one, key, &site), arguments, site));
    return spend(results.size()) ? unite(results, &site) : unknown(UnknownReason::Limit, &site);
  }
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&receiver)) {
    if (run())
      if (const Value *changed = ownObjects().changeLocalArray(*list, key, arguments, site))
        return *changed;
    if (const Value *folded = callbacks().invokeWithCallback(*list, key, arguments, site))
      return madeOf(list, *folded, &site);
  }
  if (const Value *folded = folding().foldMethod(receiver, key, arguments, site))
    return *folded;
  if (const Value *stepped = knownCollections().invokeIterator(receiver, key, arguments, site))
    return *stepped;
  if (key == "localeCompare")
    if (const Value *order = starting().comparedAtStart(receiver, arguments, site))
      return *order;
  if (const auto *made = llvm::dyn_cast<ResultValue>(&receiver))
    if (const Value *known = knownCollections().invokeCollection(*made, key, arguments, site))
      return known == made ? *known : madeOf(made->arguments, *known, &site);
  if (key == "get")
    if (const Value *kept = collections().keptIn(
            receiver, site, arguments.empty() ? &make<UndefinedValue>(&site) : arguments[0]))
      return *kept;
  if (const auto *made = llvm::dyn_cast<ResultValue>(&receiver);
      made && key == "deref" && made->callee->path == "global:WeakRef"_api &&
      !made->arguments.empty())
    return *made->arguments[0];
  if (key == "catch" && start() && arguments.size() == 1 &&
      llvm::isa<ObjectValue, UnionValue>(receiver) && llvm::isa<UndefinedValue>(method))
    return promises().caught(receiver, *arguments[0], site);
  // a promise of a function is that function, which has no such methods
  if ((key == "finally" || key == "catch") && !run() && isPlainFunction(receiver) &&
      !llvm::isa<FunctionValue>(method))
    return receiver;
  if (key == "then")
    if (const Value *given = invokeThen(receiver, arguments, site))
      return *given;
  // `Reflect.apply` is a function of its own
  const auto *path = llvm::dyn_cast<ApiValue>(&method);
  llvm::StringRef name = path ? path->path : llvm::StringRef();
  bool isReflect = name.consume_front("global:Reflect."_api) && !name.contains('.');
  if (!isReflect && isCallable(receiver) && llvm::isa<ApiValue, UnionValue>(method)) {
    if (key == "bind")
      return bind(receiver, arguments, site);
    const Value *self = arguments.empty() ? nullptr : arguments[0];
    if (self && (key == "call" || key == "apply"))
      if (const Value *known = invokeBorrowed(receiver, key == "apply", arguments, site))
        return *known;
    if (key == "call")
      return invoke(receiver, arguments.empty() ? arguments : arguments.drop_front(), site, false,
                    self);
    if (key == "apply") {
      const auto *list = arguments.size() > 1 ? llvm::dyn_cast<ArrayValue>(arguments[1]) : nullptr;
      llvm::SmallVector<const Value *, 8> given;
      if (list)
        appendElements(*list, given, site);
      return invoke(receiver, given, site, false, self);
    }
  }
  if (llvm::isa<UnknownValue>(receiver) && run())
    handOver({}, arguments);
  if (const auto *result = llvm::dyn_cast<ResultValue>(&receiver); result && run()) {
    llvm::StringRef path = result->callee->path;
    handOver(path, arguments);
    // nobody gets their keys back
    if ((path == "global:WeakMap"_api || path == "global:WeakSet"_api) &&
        llvm::isa<UnknownValue>(method))
      return invoke(method, arguments.empty() ? arguments : arguments.drop_front(), site, false);
  }
  return invoke(method, arguments, site, false, &receiver);
}

/// `Array.prototype.slice.call(list)` is a method of the list.
const Value *Calls::invokeBorrowed(const Value &method, bool isApply, Arguments arguments,
                                   const Node &site) {
  const auto *path = llvm::dyn_cast<ApiValue>(&method);
  auto [type, key] = path ? path->path.rsplit('.') : std::pair<llvm::StringRef, llvm::StringRef>();
  if (!type.consume_front("global:") || !type.ends_with(".prototype"))
    return nullptr;
  const Value &self = *arguments[0];
  Arguments given = arguments.drop_front();
  if (isApply) {
    const auto *list = given.empty() ? nullptr : llvm::dyn_cast<ArrayValue>(given[0]);
    if (!given.empty() && (!list || list->open || list->isShared))
      return nullptr;
    given = list ? list->elements : Arguments();
  }
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&self)) {
    if (run())
      if (const Value *changed = ownObjects().changeLocalArray(*list, key, given, site))
        return changed;
    if (const Value *folded = callbacks().invokeWithCallback(*list, key, given, site))
      return &madeOf(list, *folded, &site);
  }
  return folding().foldMethod(self, key, given, site);
}

/// A promise is what it gives, as `await` says; what has a `then` of its own is none.
const Value *Calls::invokeThen(const Value &receiver, Arguments arguments, const Node &site) {
  if (arguments.empty() || !llvm::isa<FunctionValue>(arguments[0]) || run())
    return nullptr;
  const Value *given = &receiver;
  if (const auto *made = llvm::dyn_cast<ResultValue>(&receiver)) {
    if (made->callee->path == "global:Promise.resolve"_api)
      given = &make<UndefinedValue>(&site);
    else if (made->callee->path == "global:Promise.all"_api && !made->arguments.empty())
      given = made->arguments[0];
    else
      return nullptr;
  } else if (const auto *known = llvm::dyn_cast<ObjectValue>(&receiver)) {
    if (known->open || known->find("then"))
      return nullptr;
  } else if (llvm::isa<ArrayValue>(receiver)) {
    if (patches().isPatched("Array.prototype", "then"))
      return nullptr;
  } else if (!isModule(receiver)) {
    const auto *path = llvm::dyn_cast<ApiValue>(&receiver);
    if (!path || (path->path != "global:globalThis"_api && !isPlainFunction(receiver)))
      return nullptr;
  }
  return &invoke(*arguments[0], {given}, site, false);
}

} // namespace agentc
