#include "Abstract/Proxies.h"

#include "Abstract/Calls.h"
#include "Abstract/Members.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

const Value *targetOf(const ResultValue &proxy) {
  return proxy.arguments.empty() ? nullptr : proxy.arguments[0];
}

/// Null where the handler isn't known.
const ObjectValue *trapsOf(const ResultValue &proxy) {
  return proxy.arguments.size() > 1 ? llvm::dyn_cast<ObjectValue>(proxy.arguments[1]) : nullptr;
}

} // namespace

const ResultValue *Proxies::asProxy(const Value &value) {
  const auto *made = llvm::dyn_cast<ResultValue>(&value);
  return made && made->callee->path == "global:Proxy"_api ? made : nullptr;
}

/// ECMA-262 section 10.5.8.
const Value &Proxies::memberOf(const ResultValue &proxy, const Value &key, const Node *site) {
  const Value *target = targetOf(proxy);
  const ObjectValue *traps = trapsOf(proxy);
  std::optional<llvm::StringRef> name = asString(key);
  if (target && traps && site)
    if (const PropertyValue *trap = traps->find("get"))
      return calls().invoke(*trap->value, {target, &key, &proxy}, *site, false, traps);
  if (!target || !traps || !site || traps->open)
    return members().memberOfUnknown(name.value_or(""), site);
  return name ? members().member(*target, *name, site)
              : members().memberByUnknownKey(*target, site);
}

/// ECMA-262 sections 10.5.12 and 10.5.13.
const Value &Proxies::invoke(const ResultValue &proxy, Arguments arguments, const Node &site,
                             bool isNew, const Value *receiver) {
  const Value *target = targetOf(proxy);
  const ObjectValue *traps = trapsOf(proxy);
  const PropertyValue *trap = traps ? traps->find(isNew ? "construct" : "apply") : nullptr;
  if (!target || !traps || (!trap && traps->open))
    return unknown(UnknownReason::Call, &site);
  if (!trap)
    return calls().invoke(*target, arguments, site, isNew, receiver);
  const Value &list = array(arguments, false, &site);
  const Value *self = receiver ? receiver : &make<UndefinedValue>(&site);
  return isNew ? calls().invoke(*trap->value, {target, &list, &proxy}, site, false, traps)
               : calls().invoke(*trap->value, {target, self, &list}, site, false, traps);
}

const Value *Proxies::targetGivenTo(const Node &function) {
  static constexpr llvm::StringLiteral traps[] = {
      "apply", "construct",      "defineProperty",   "deleteProperty",           "get",
      "has",   "getPrototypeOf", "isExtensible",     "getOwnPropertyDescriptor", "ownKeys",
      "set",   "setPrototypeOf", "preventExtensions"};
  const auto *property = llvm::dyn_cast_or_null<Property>(function.parent);
  std::optional<llvm::StringRef> key = property ? members().keyOf(*property) : std::nullopt;
  if (!key || !llvm::is_contained(traps, *key))
    return nullptr;
  llvm::SmallVector<const Node *, 4> handlers{property->parent};
  const auto *declarator = llvm::dyn_cast<VariableDeclarator>(property->parent->parent);
  const auto *name = declarator ? llvm::dyn_cast<Identifier>(declarator->id) : nullptr;
  if (const Symbol *symbol = name ? program().symbolOf(*name) : nullptr) {
    handlers.clear();
    for (const Identifier *reference : symbol->references)
      if (!llvm::is_contained(symbol->targets, reference))
        handlers.push_back(reference);
  }
  llvm::SmallVector<const Value *, 4> targets;
  for (const Node *handler : handlers) {
    const auto *made = llvm::dyn_cast<NewExpression>(handler->parent);
    const auto *callee = made ? llvm::dyn_cast<ApiValue>(&eval(*made->callee)) : nullptr;
    if (!callee || callee->path != "global:Proxy"_api || made->arguments.size() < 2 ||
        made->arguments[1] != handler)
      return nullptr;
    targets.push_back(&eval(*made->arguments[0]));
  }
  return targets.empty() ? nullptr : &unite(targets, &function);
}

} // namespace agentc
