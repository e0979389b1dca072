#include "Builtins/KnownCollections.h"

#include "agentc/Values/ApiPath.h"

#include "Abstract/Aliases.h"
#include "Abstract/Calls.h"
#include "Builtins/HostObject.h"
#include "Builtins/Patches.h"
#include "Concrete/Callbacks.h"
#include "Concrete/Interpreter.h"
#include "Concrete/OwnObjects.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/NodeParts.h"

// Maps and sets all of whose keys are known: `new` makes them of an array of their own, which runs
// change as they change other arrays. Iterators over arrays, whose methods give what an array's do.
namespace agentc {

using namespace ast;

namespace {

/// More keys are not compared with each other.
constexpr size_t maxKeys = 500;

bool isSet(const ResultValue &made) { return made.callee->path == "global:Set"_api; }

const Value *keyOfElement(const ResultValue &made, const Value &element) {
  const auto *pair = isSet(made) ? nullptr : llvm::dyn_cast<ArrayValue>(&element);
  return isSet(made) ? &element : pair && pair->elements.size() == 2 ? pair->elements[0] : nullptr;
}

} // namespace

/// The elements of a map or set, pairs or values in their order; null where they aren't all known.
const ArrayValue *KnownCollections::elementsKnownOf(const Value &collection) {
  const auto *made = llvm::dyn_cast<ResultValue>(&collection);
  if (!made || made->arguments.size() != 1 || !made->origin ||
      (made->callee->path != "global:Set"_api && made->callee->path != "global:Map"_api))
    return nullptr;
  const auto *list = llvm::dyn_cast<ArrayValue>(made->arguments[0]);
  return list && list->origin == made->origin && !list->open ? list : nullptr;
}

/// Returns the index of a key among the elements, or their number if it is not there;
/// std::nullopt where it may be equal to one of them.
std::optional<size_t> KnownCollections::placeOfKey(const ResultValue &made, Arguments elements,
                                                   const Value &key) {
  if (elements.size() > maxKeys || !spend(elements.size()))
    return std::nullopt;
  for (size_t i = 0; i < elements.size(); ++i) {
    const Value *known = keyOfElement(made, *elements[i]);
    if (!known)
      return std::nullopt;
    if (known == &key && !llvm::isa<UnknownValue, UnionValue>(key))
      return i;
    const Value *same = hostObject().isSameValue(*known, key, *made.origin);
    const auto *truth = llvm::dyn_cast_or_null<BooleanValue>(same);
    if (!truth)
      return std::nullopt;
    if (truth->value)
      return i;
  }
  return elements.size();
}

/// `new Map(pairs)` or `new Set(values)`, where that tells what it holds from then on: it is made
/// by the run that sees what becomes of it, or never changed. Null for others.
const Value *KnownCollections::constructCollection(const ApiValue &type, Arguments arguments,
                                                   const Node &site) {
  bool isOne = (type.path == "global:Set"_api && !patches().isPatched("", "Set")) ||
               (type.path == "global:Map"_api && !patches().isPatched("", "Map"));
  if (!isOne || !llvm::isa<NewExpression>(site))
    return nullptr;
  Arguments given;
  bool isShared = false;
  if (!arguments.empty() && !llvm::isa<UndefinedValue, NullValue>(arguments[0])) {
    const auto *list = llvm::dyn_cast<ArrayValue>(arguments[0]);
    list = list ? list : elementsKnownOf(*arguments[0]);
    if (!list || list->open)
      return nullptr;
    given = list->elements;
    isShared = list->isShared;
  }
  // what is done to it later is seen only by who runs all of the function around
  const Node *around = functionAround(site);
  if (!run() || llvm::none_of(run()->running,
                              [&](const RunningCall &one) { return one.function == around; })) {
    const auto *changes = llvm::dyn_cast<ArrayValue>(
        &outsideRun([&]() -> const Value & { return aliases().changesOf(site); }));
    if (!changes || changes->open || !changes->elements.empty())
      return nullptr;
  }
  std::vector<const Value *> elements;
  const auto &draft = make<ResultValue>(&type, Arguments(), &site);
  for (const Value *one : given) {
    const Value *key = keyOfElement(draft, *one);
    std::optional<size_t> place = key ? placeOfKey(draft, elements, *key) : std::nullopt;
    if (!place)
      return nullptr;
    if (*place == elements.size())
      elements.push_back(one);
    else
      elements[*place] = one;
  }
  const Value &made = array(elements, false, &site);
  const Value &kept = isShared ? withOthers(made) : made;
  return &make<ResultValue>(&type, copy<const Value *>(&kept), &site);
}

/// Returns the result of a collection's method and, in the run that made the collection,
/// applies its changes; null where the elements do not tell.
const Value *KnownCollections::invokeCollection(const ResultValue &made, llvm::StringRef key,
                                                Arguments arguments, const Node &site) {
  const ArrayValue *list = elementsKnownOf(made);
  if (!list || patches().isPatched(isSet(made) ? "Set.prototype" : "Map.prototype", key))
    return nullptr;
  if (key == "values" || key == "keys" || key == "entries" || key == "forEach")
    return walkCollection(made, *list, key, arguments, site);
  if (isSet(made) && key.starts_with("is"))
    return compareSets(*list, key, arguments, site);
  const Value &wanted = arguments.empty() ? make<UndefinedValue>(&site) : *arguments[0];
  bool isChange = key == (isSet(made) ? "add" : "set") || key == "delete" || key == "clear";
  if (!isChange && key != "has" && (key != "get" || isSet(made)))
    return nullptr;
  std::optional<size_t> place = placeOfKey(made, list->elements, wanted);
  bool isThere = place && *place < list->elements.size();
  if (!isChange && !place)
    return nullptr;
  if (key == "has")
    return &make<BooleanValue>(isThere, &site);
  if (key == "get")
    return isThere ? llvm::cast<ArrayValue>(list->elements[*place])->elements[1]
                   : &make<UndefinedValue>(&site);
  if (!run())
    return nullptr;
  std::vector<const Value *> *elements =
      place || key == "clear" ? ownObjects().changeElements(*list, site) : nullptr;
  if (!elements)
    return &interpreter().fail(site);
  const Value &after = arguments.size() > 1 ? *arguments[1] : make<UndefinedValue>(&site);
  const Value &element = isSet(made) ? wanted : array({&wanted, &after}, false, &site);
  if (key == "clear")
    elements->clear();
  else if (key == "delete" && isThere)
    elements->erase(elements->begin() + *place);
  else if (key != "delete" && !isThere)
    elements->push_back(&element);
  else if (key == "set")
    (*elements)[*place] = &element;
  ownObjects().changed(*list);
  if (key == "delete")
    return &make<BooleanValue>(isThere, &site);
  return key == "clear" ? &make<UndefinedValue>(&site) : static_cast<const Value *>(&made);
}

/// The methods of ECMAScript 2025 that compare a set with another one; null where that isn't known.
/// Those that make a set are not here: who changes it later is only followed for what `new` makes.
const Value *KnownCollections::compareSets(const ArrayValue &list, llvm::StringRef key,
                                           Arguments arguments, const Node &site) {
  const auto *other = arguments.empty() ? nullptr : llvm::dyn_cast<ResultValue>(arguments[0]);
  const ArrayValue *others = other && isSet(*other) ? elementsKnownOf(*other) : nullptr;
  // the engine asks these of the other set
  auto isPatched = [&](llvm::StringRef name) { return patches().isPatched("Set.prototype", name); };
  if (!others || isPatched("has") || isPatched("keys") || isPatched("size"))
    return nullptr;
  size_t common = 0;
  for (const Value *one : list.elements) {
    std::optional<size_t> place = placeOfKey(*other, others->elements, *one);
    if (!place)
      return nullptr;
    common += *place < others->elements.size();
  }
  if (key == "isSubsetOf")
    return &make<BooleanValue>(common == list.elements.size(), &site);
  if (key == "isSupersetOf")
    return &make<BooleanValue>(common == others->elements.size(), &site);
  return key == "isDisjointFrom" ? &make<BooleanValue>(common == 0, &site) : nullptr;
}

/// Its elements as an array, or what calls back for each of them.
const Value *KnownCollections::walkCollection(const ResultValue &made, const ArrayValue &list,
                                              llvm::StringRef key, Arguments arguments,
                                              const Node &site) {
  auto partOf = [&](const Value &element, size_t index) {
    return isSet(made) ? &element : llvm::cast<ArrayValue>(element).elements[index];
  };
  llvm::SmallVector<const Value *, 16> elements;
  if (key == "forEach") {
    if (!run() || arguments.empty() || list.isShared)
      return nullptr;
    elements.assign(list.elements.begin(), list.elements.end());
    for (const Value *one : elements) {
      if (run()->hasFailed || run()->thrown)
        break;
      calls().invoke(*arguments[0], {partOf(*one, 1), partOf(*one, 0), &made}, site, false);
    }
    return &make<UndefinedValue>(&site);
  }
  if (!spend(list.elements.size() * elementWork))
    return nullptr;
  for (const Value *one : list.elements)
    elements.push_back(key == "entries" ? isSet(made) ? &array({one, one}, false, &site) : one
                                        : partOf(*one, key == "keys" ? 0 : 1));
  return &array(elements, false, &site);
}

constexpr llvm::StringLiteral iteratorPath = "global:Array.prototype.values"_api;

/// An iterator is the call that made it, with an array of that call's own.
const Value &KnownCollections::iteratorOver(Arguments elements, bool isOpen, const Node &site) {
  const auto &method = llvm::cast<ApiValue>(api(iteratorPath, &site));
  return make<ResultValue>(&method, copy<const Value *>(&array(elements, isOpen, &site)), &site);
}

/// The elements that an iterator has yet to give; null for any other value.
const ArrayValue *KnownCollections::elementsSteppedBy(const Value &iterator) {
  const auto *made = llvm::dyn_cast<ResultValue>(&iterator);
  if (!made || made->arguments.size() != 1 || !made->origin || made->callee->path != iteratorPath)
    return nullptr;
  const auto *list = llvm::dyn_cast<ArrayValue>(made->arguments[0]);
  return list && list->origin == made->origin ? list : nullptr;
}

/// The elements of an iterator that others may have stepped: any of them, or none.
const ArrayValue &KnownCollections::leftAfterSteps(const ArrayValue &list) {
  llvm::SmallVector<const Value *, 16> some(list.elements);
  some.push_back(&make<UndefinedValue>(list.origin));
  return llvm::cast<ArrayValue>(array(&unite(some, list.origin), true, list.origin));
}

const ArrayValue *KnownCollections::elementsIteratedBy(const Value &value, const Node &expression) {
  if (const ArrayValue *list = elementsKnownOf(value))
    return list;
  // who has a name may have been stepped before
  return value.origin == &expression ? elementsSteppedBy(value) : nullptr;
}

/// Returns true if a function sees no more of an iteration than iterators show: an array shows
/// itself as well.
bool KnownCollections::isOfElementsOnly(const Value &callback, bool isReduce) const {
  const auto *function = llvm::dyn_cast<FunctionValue>(&callback);
  if (!function)
    return false;
  NodeList parameters = paramsOf(*function->origin);
  return parameters.size() <= (isReduce ? 3u : 2u) &&
         argumentsIn(program(), *function->origin).empty() &&
         llvm::none_of(parameters, [](const Node *one) { return llvm::isa<RestElement>(one); });
}

const Value *KnownCollections::invokeIterator(const Value &receiver, llvm::StringRef key,
                                              Arguments arguments, const Node &site) {
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&receiver)) {
    if (key != "values" || patches().isPatched("Array.prototype", key))
      return nullptr;
    return spend(list->elements.size()) ? &iteratorOver(list->elements, list->open, site) : nullptr;
  }
  const ArrayValue *left = elementsSteppedBy(receiver);
  if (!left || patches().isPatched("Iterator.prototype", key))
    return nullptr;
  const auto *call = llvm::dyn_cast<CallExpression>(&site);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  const bool isOwn = member && member->object == receiver.origin;
  if ((run() && !isOwn) || !spend(left->elements.size() * elementWork))
    return nullptr;
  const ArrayValue &list = isOwn ? *left : leftAfterSteps(*left);
  if (key == "toArray")
    return &array(list.elements, list.open, &site);
  const bool isStepper = key == "map" || key == "filter" || key == "flatMap";
  if ((!isStepper && key != "reduce" && key != "some" && key != "every" && key != "find" &&
       key != "forEach") ||
      arguments.empty() || !isOfElementsOnly(*arguments[0], key == "reduce"))
    return nullptr;
  const uint64_t before = run() ? run()->effects : 0;
  const Value *given = callbacks().invokeWithCallback(list, key, arguments, site);
  // an iterator calls back when it is stepped, which may be later
  if (run() && isStepper && run()->effects != before)
    return &interpreter().fail(site);
  const auto *elements = isStepper && given ? llvm::dyn_cast<ArrayValue>(given) : nullptr;
  return elements    ? &iteratorOver(elements->elements, elements->open, site)
         : isStepper ? nullptr
                     : given;
}

} // namespace agentc
