#include "Concrete/Callbacks.h"

#include "Abstract/Calls.h"
#include "Builtins/Conversions.h"
#include "Concrete/Interpreter.h"

#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

/// Calls back for each element, in a run; null where an exception ends it.
const Value *Callbacks::runCallbacks(const ArrayValue &receiver, llvm::StringRef key,
                                     Arguments arguments, const Node &site) {
  llvm::SmallVector<const Value *, 16> elements(receiver.elements);
  bool isReduce = isReduction(key), isBackwards = key.contains("Last");
  const Value *self = !isReduce && arguments.size() > 1 ? arguments[1] : nullptr;
  if (key == "reduceRight")
    isBackwards = true;
  const Value *folded = isReduce && arguments.size() > 1 ? arguments[1] : nullptr;
  llvm::SmallVector<const Value *, 16> results;
  for (size_t turn = 0; turn < elements.size(); ++turn) {
    size_t i = isBackwards ? elements.size() - 1 - turn : turn;
    if (isReduce && !folded) {
      folded = elements[i];
      continue;
    }
    llvm::SmallVector<const Value *, 4> given;
    if (isReduce)
      given.push_back(folded);
    given.append({elements[i], &number(i, &site), &receiver});
    const Value &result = calls().invoke(*arguments[0], given, site, false, self);
    if (run()->thrown || run()->hasFailed)
      return nullptr;
    if (isReduce) {
      folded = &result;
    } else if (key == "map") {
      results.push_back(&result);
    } else if (key == "flatMap") {
      const auto *list = llvm::dyn_cast<ArrayValue>(&result);
      if (list && !list->open)
        results.append(list->elements.begin(), list->elements.end());
      else if (list || llvm::isa<UnknownValue, UnionValue>(result))
        return &interpreter().fail(site);
      else
        results.push_back(&result);
    } else if (key != "forEach") {
      std::optional<bool> known = toBooleanConstant(result);
      bool truth = known ? *known : interpreter().decide();
      if (key == "filter" && truth)
        results.push_back(elements[i]);
      else if (key.starts_with("find") && truth)
        return key.ends_with("Index") ? &number(i, &site) : elements[i];
      else if ((key == "some") == truth && (key == "some" || key == "every"))
        return &make<BooleanValue>(truth, &site);
    }
  }
  if (isReduce)
    return folded ? folded : &interpreter().fail(site);
  if (key == "map" || key == "flatMap" || key == "filter")
    return &array(results, false, &site);
  if (key == "some" || key == "every")
    return &make<BooleanValue>(key == "every", &site);
  if (key.ends_with("Index"))
    return &number(-1, &site);
  return &make<UndefinedValue>(&site);
}

const Value *Callbacks::invokeWithCallback(const ArrayValue &receiver, llvm::StringRef key,
                                           Arguments arguments, const Node &site) {
  bool isSorted = (key == "sort" && !run()) || key == "toSorted";
  if (isSorted && !receiver.open && !arguments.empty() && llvm::isa<FunctionValue>(arguments[0])) {
    auto sort = [&] { return sortWithCallback(receiver, *arguments[0], site); };
    return run() ? sort() : interpreter().runPaths(site, sort);
  }
  if (!takesCallback(key) || arguments.empty() ||
      llvm::isa<UnknownValue, UndefinedValue, NullValue>(arguments[0]))
    return nullptr;
  if (run() && !receiver.open) {
    const Value *result = runCallbacks(receiver, key, arguments, site);
    return result ? result : &unknown(UnknownReason::Call, &site);
  }
  if (!receiver.open)
    if (const Value *result = interpreter().tryRun(site, receiver.elements, site, [&] {
          return runCallbacks(receiver, key, arguments, site);
        }))
      return result;
  if (run())
    return &interpreter().fail(site);
  // what the callback gives for any element, and how often, isn't known
  llvm::SmallVector<const Value *, 16> elements(receiver.elements);
  const Value &other = unknown(UnknownReason::Parameter, &site);
  llvm::SmallVector<const Value *, 2> given = {&unite(elements, &site)};
  bool isReduce = isReduction(key);
  if (isReduce) {
    given.push_back(&unite({given.front(), &other}, &site));
    given.front() = &other;
  }
  const Value &result = calls().invoke(*arguments[0], given, site, false);
  if (key == "map")
    return &array(&result, true, &site);
  if (key == "filter")
    return &array(elements, true, &site);
  elements.push_back(&make<UndefinedValue>(&site));
  if (receiver.open)
    elements.push_back(&other);
  if (key == "find" || key == "findLast")
    return &unite(elements, &site);
  if (isReduce)
    return &unite({&result, arguments.back(), &other}, &site);
  return &unknown(UnknownReason::Call, &site);
}

/// The array in a comparator's order (ECMA-262 SortIndexedProperties); null where a comparison
/// gives no number.
const Value *Callbacks::sortWithCallback(const ArrayValue &list, const Value &compare,
                                         const Node &site) {
  llvm::SmallVector<const Value *, 16> elements(list.elements);
  bool isKnown = run() && !list.open;
  auto isBefore = [&](const Value *a, const Value *b) {
    if (!isKnown || run()->hasFailed || run()->thrown)
      return false;
    std::optional<double> order =
        conversions().numberOf(calls().invoke(compare, {a, b}, site, false));
    isKnown &= order.has_value();
    return order && *order < 0;
  };
  llvm::stable_sort(elements, isBefore);
  return isKnown && !run()->hasFailed && !run()->thrown ? &array(elements, false, &site)
                                                        : &interpreter().fail(site);
}

} // namespace agentc
