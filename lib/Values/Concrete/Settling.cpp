#include "Concrete/Settling.h"

#include "Abstract/Aliases.h"
#include "Builtins/KnownCollections.h"
#include "Concrete/Callbacks.h"
#include "Concrete/OwnObjects.h"
#include "Concrete/RegionRuns.h"

#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

/// True if code runs only while a function does: the function calls it, or the language's own
/// functions call it back.
bool Settling::runsWith(const Node *code, const Node *around, unsigned depth) {
  if (code == around)
    return true;
  constexpr unsigned maxCallers = 4;
  if (!code || !isFunction(*code) || depth >= maxCallers)
    return false;
  const FunctionUses &uses = flows().of(*code);
  if (uses.escapes || !uses.keys.empty())
    return false;
  auto isCalledBack = [&](const Node &call) {
    const auto *member = llvm::dyn_cast<MemberExpression>(partsOf(call).callee);
    llvm::StringRef key = member ? writtenKeyOf(*member).value_or("") : "";
    return takesCallback(key) || key == "sort" || key == "replace" || key == "replaceAll";
  };
  return llvm::all_of(uses.calls,
                      [&](const Node *call) {
                        return runsWith(functionAround(*call), around, depth + 1);
                      }) &&
         llvm::all_of(uses.passed, [&](const auto &passed) {
           return isCalledBack(*passed.first) &&
                  runsWith(functionAround(*passed.first), around, depth + 1);
         });
}

/// True if a value contains code made by the run, which may change the values that the code
/// holds.
bool Settling::holdsOwnCode(const Value &value, unsigned nesting) {
  if (const auto *function = llvm::dyn_cast<FunctionValue>(&value))
    return function->environment && function->environment->run == run()->number;
  if (!ownObjects().isRunsOwn(value))
    return false;
  const auto *instance = llvm::dyn_cast<InstanceValue>(&value);
  const auto *object = llvm::dyn_cast_or_null<ObjectValue>(instance ? instance->fields : &value);
  const auto *list = llvm::dyn_cast<ArrayValue>(&value);
  if (!nesting || (!object && !list))
    return true;
  auto holds = [&](const Value &part) { return holdsOwnCode(part, nesting - 1); };
  return object ? llvm::any_of(object->properties, [&](auto &one) { return holds(*one.value); })
                : llvm::any_of(list->elements, [&](auto *one) { return holds(*one); });
}

/// Of all that a run has made, what other code may change later.
void Settling::settleLocals(const Value &value, const Node &call) {
  llvm::SmallVector<const Value *, 8> open{&value};
  llvm::DenseSet<const void *> seen;
  while (!open.empty()) {
    const Value &one = *open.pop_back_val();
    if (const auto *several = llvm::dyn_cast<UnionValue>(&one))
      open.append(several->alternatives.begin(), several->alternatives.end());
    if (const auto *instance = llvm::dyn_cast<InstanceValue>(&one); instance && instance->fields)
      open.push_back(instance->fields);
    if (const ArrayValue *elements = knownCollections().elementsKnownOf(one))
      open.push_back(elements);
    const auto *function = llvm::dyn_cast<FunctionValue>(&one);
    for (const Environment *at = function ? function->environment : nullptr;
         at && at->run == run()->number && seen.insert(at).second; at = at->outer)
      for (const auto &[symbol, held] : at->variables)
        open.push_back(held);
    if (!ownObjects().isLocal(one) || !seen.insert(&one).second)
      continue;
    if (const auto *object = llvm::dyn_cast<ObjectValue>(&one))
      for (const PropertyValue &property : object->properties)
        open.push_back(property.value);
    if (const auto *list = llvm::dyn_cast<ArrayValue>(&one))
      open.append(list->elements.begin(), list->elements.end());
    settleLocal(one, &one == &value ? &call : nullptr);
  }
}

/// Applies the changes that other code makes to a local value. Where the value is the result of
/// a call and nothing else holds it, these are the changes made to that result.
void Settling::settleLocal(const Value &value, const Node *call) {
  const auto *object = llvm::dyn_cast<ObjectValue>(&value);
  const auto *list = llvm::dyn_cast<ArrayValue>(&value);
  const Node *made = value.origin;
  bool isKeyed = list && llvm::isa_and_nonnull<NewExpression>(made);
  if (!made || (!isKeyed && !llvm::isa<ObjectExpression, ArrayExpression>(made)))
    return;
  constexpr unsigned maxNesting = 4;
  const bool isCalls = call && llvm::isa<CallExpression>(call) && !holdsOwnCode(value, maxNesting);
  const Value &changes =
      outsideRun([&]() -> const Value & { return aliases().changesOf(isCalls ? *call : *made); });
  auto written = run()->writers.find(&value);
  const Node *around = functionAround(*made);
  const auto *declarator = llvm::dyn_cast<VariableDeclarator>(made->parent);
  const auto *name = declarator ? llvm::dyn_cast<Identifier>(declarator->id) : nullptr;
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  const Region *region = symbol && !run()->isOfCall ? regionRuns().regionOf(*symbol) : nullptr;
  const auto *all = llvm::dyn_cast<ArrayValue>(&changes);
  auto isKnown = [&](const Node &site) {
    if (isCalls) // the variable that holds it shows its own
      return llvm::any_of(all->elements, [&](const Value *one) {
        const auto *change = llvm::dyn_cast<ObjectValue>(one);
        return change && change->open && change->origin == &site;
      });
    const Node *writer = functionAround(site);
    // once the function that made it has returned, its own statements run no more
    if (around && writer == around &&
        (!run()->isOfCall || isKeyed || run()->ended.contains(around)))
      return true;
    bool isInRegion = region && writer == around &&
                      &program().moduleOf(site) == &program().moduleOf(*made) &&
                      region->statements.front()->range.begin <= site.range.begin &&
                      site.range.end <= region->end;
    bool isWritten =
        written != run()->writers.end() && (llvm::is_contained(written->second, &site) ||
                                            llvm::is_contained(written->second, site.parent));
    return isInRegion || (isWritten && runsWith(writer, around));
  };
  if (isKeyed) {
    bool isFinal = all && !all->open && llvm::all_of(all->elements, [&](const Value *change) {
                     return change->origin && isKnown(*change->origin);
                   });
    run()->own(*list)->open |= !isFinal;
    return;
  }
  const Value &changed = aliases().withChanges(value, changes, isKnown);
  if (&changed == &value)
    return;
  if (const auto *after = llvm::dyn_cast<ObjectValue>(&changed); after && object) {
    ObjectValue &own = *run()->own(*object);
    own.properties = after->properties, own.byKey = after->byKey, own.open = after->open;
    own.isShared = after->isShared;
  } else if (const auto *after = llvm::dyn_cast<ArrayValue>(&changed); after && list) {
    ArrayValue &own = *run()->own(*list);
    own.elements = after->elements, own.open = after->open;
    own.isShared = after->isShared;
  }
}

} // namespace agentc
