#include "Abstract/Collections.h"

#include "agentc/Values/ApiPath.h"

#include "Abstract/Aliases.h"
#include "Abstract/Parameters.h"
#include "Builtins/HostObject.h"
#include "Builtins/Patches.h"
#include "Compiled/CompiledCode.h"
#include "Concrete/Interpreter.h"
#include "Contexts/Bindings.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

bool isCollection(llvm::StringRef path) {
  return path == "global:Map"_api || path == "global:WeakMap"_api || path == "global:Set"_api ||
         path == "global:WeakSet"_api;
}

namespace {

bool isMap(llvm::StringRef path) {
  return path == "global:Map"_api || path == "global:WeakMap"_api;
}

/// The calls of one function that are looked at for what they put into a map.
constexpr size_t maxPuttingCalls = 200;

/// The index of the parameter of the function around a node that an expression is, where nothing
/// else is assigned to it.
std::optional<unsigned> parameterIndex(const agentc::Program &program, const Node &expression,
                                       const Node &function) {
  const auto *name = llvm::dyn_cast<Identifier>(&expression);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  if (!symbol || symbol->targets.size() != 1)
    return std::nullopt;
  NodeList parameters = paramsOf(function);
  const size_t index = llvm::find(parameters, symbol->targets[0]) - parameters.begin();
  return index < parameters.size() ? std::optional<unsigned>(index) : std::nullopt;
}

} // namespace

/// The argument of a call that a function puts into the collection which it gets by that call,
/// which is its parameter `collection`; what it puts there itself where it is not an argument.
const Node &Collections::givenFor(const Node &put, const Symbol &collection, const Node *call) {
  const auto *name = llvm::dyn_cast<Identifier>(&put);
  const Symbol *given = call && name ? program().symbolOf(*name) : nullptr;
  if (!given || given->scope != collection.scope || given->targets.size() != 1)
    return put;
  NodeList parameters = paramsOf(*given->scope->node), arguments = partsOf(*call).arguments;
  size_t index = llvm::find(parameters, given->targets[0]) - parameters.begin();
  bool isSpread = llvm::any_of(arguments, [](auto *one) { return llvm::isa<SpreadElement>(one); });
  return index < std::min(parameters.size(), arguments.size()) && !isSpread ? *arguments[index]
                                                                            : put;
}

/// Adds the values put into a collection by the code that has access to it through a variable.
void Collections::addKeptValues(const Symbol &symbol, const Node *from, unsigned depth,
                                llvm::SmallVectorImpl<const Value *> &values) {
  constexpr unsigned most = 3;
  for (const Identifier *reference : symbol.references) {
    if (const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent)) {
      const auto *call = llvm::dyn_cast_or_null<CallExpression>(member->parent);
      if (!call || call->callee != member)
        continue;
      std::optional<llvm::StringRef> key = writtenKeyOf(*member);
      unsigned index = key == "set" ? 1 : 0;
      if ((key == "set" || key == "add") && call->arguments.size() > index)
        values.push_back(&eval(givenFor(*call->arguments[index], symbol, from)));
      continue;
    }
    const auto *call = llvm::dyn_cast<CallExpression>(reference->parent);
    if (!call)
      continue;
    size_t index = llvm::find(call->arguments, reference) - call->arguments.begin();
    forEachAlternative(eval(*call->callee), [&](const Value &callee) {
      if (const auto *path = llvm::dyn_cast<ApiValue>(&callee);
          path && !packagedHelperName(path->path).empty()) {
        if (path->path.ends_with("FieldSet") && call->arguments.size() > 2)
          values.push_back(&eval(*call->arguments[2]));
        return;
      }
      bool isKnown = llvm::isa<FunctionValue>(callee) && depth < most;
      NodeList parameters = isKnown ? paramsOf(*callee.origin) : NodeList();
      const auto *name = index < parameters.size()
                             ? llvm::dyn_cast_or_null<Identifier>(parameters[index])
                             : nullptr;
      if (const Symbol *parameter = name ? program().symbolOf(*name) : nullptr)
        addKeptValues(*parameter, call, depth + 1, values);
      else
        values.push_back(&unknown(UnknownReason::Call, call));
    });
  }
}

/// The values that `new Map([[key, value]])` and `new Set([value])` begin with.
void Collections::addFirstValues(const ResultValue &made,
                                 llvm::SmallVectorImpl<const Value *> &values) {
  const auto *list =
      made.arguments.empty() ? nullptr : llvm::dyn_cast<ArrayValue>(made.arguments[0]);
  if (!list || !spend(list->elements.size()))
    return;
  for (const Value *element : list->elements) {
    const auto *entry = isMap(made.callee->path) ? llvm::dyn_cast<ArrayValue>(element) : nullptr;
    if (!isMap(made.callee->path))
      values.push_back(element);
    else if (entry && entry->elements.size() > 1)
      values.push_back(entry->elements[1]);
  }
}

/// Adds a pair for each element of the list that the code around a call of `set` loops over, if the
/// key is told by it; false where that is not known. What runs make may be changed after them, so
/// the value is one that the element has, or what it is anywhere.
bool Collections::addLooped(const CallExpression &put,
                            llvm::SmallVectorImpl<const Value *> &entries) {
  const Node *child = &put, *at = put.parent;
  while (at && !llvm::isa<ForOfStatement>(at) && !isFunction(*at))
    child = std::exchange(at, at->parent);
  const auto *loop = llvm::dyn_cast_or_null<ForOfStatement>(at);
  const auto *list =
      loop && loop->body == child ? llvm::dyn_cast<ArrayValue>(&eval(*loop->right)) : nullptr;
  const auto *declared = loop ? llvm::dyn_cast<VariableDeclaration>(loop->left) : nullptr;
  if (!list || list->open || list->elements.size() > maxPuttingCalls || !declared || loop->await)
    return false;
  const Node &pattern = *llvm::cast<VariableDeclarator>(declared->declarations.front())->id;
  const auto *value = llvm::dyn_cast<Identifier>(put.arguments[1]);
  bool isFixed = true, isOfElement = false;
  bindings().forEachName(pattern, [&](const Symbol &symbol) {
    isFixed &= bindings().isFixed(symbol);
    isOfElement |= value && program().symbolOf(*value) == &symbol;
  });
  llvm::SmallVector<const Value *, 16> pairs;
  const Node *binder = loop; // runs keep where it stands
  for (const Value *element : isFixed ? list->elements : llvm::ArrayRef<const Value *>()) {
    const Value *kept = &eval(*put.arguments[1]);
    const Value *key = interpreter().runPaths(put, [&]() -> const Value * {
      run()->binders = binder;
      bindings().declare(pattern, *element);
      kept = isOfElement ? &eval(*value) : kept;
      return &eval(*put.arguments[0]);
    });
    if (!llvm::isa_and_nonnull<StringValue>(key) || !spend(propertyWork))
      return false;
    pairs.push_back(&array({key, kept}, false, &put));
  }
  entries.append(pairs.begin(), pairs.end());
  return isFixed;
}

/// Adds the pairs that a call of `set` puts into a map: where the key is a parameter, one for each
/// call of the function. Returns false where there may be others.
bool Collections::addEntries(const CallExpression &put,
                             llvm::SmallVectorImpl<const Value *> &entries) {
  auto addPair = [&](const Value &key, const Value &value) {
    entries.push_back(&array({&key, &value}, false, &put));
  };
  const Node *function = functionAround(put);
  std::optional<unsigned> key = function && isFunction(*function)
                                    ? parameterIndex(program(), *put.arguments[0], *function)
                                    : std::nullopt;
  const FunctionUses *uses = key ? &flows().of(*function) : nullptr;
  if (!uses || uses->escapes || !uses->passed.empty()) {
    if (!addLooped(put, entries))
      addPair(eval(*put.arguments[0]), eval(*put.arguments[1]));
    return true;
  }
  const std::optional<unsigned> value = parameterIndex(program(), *put.arguments[1], *function);
  bool isWhole = uses->keys.empty();
  auto addCall = [&](const Node &call) {
    if (entries.size() > maxPuttingCalls || !spend(propertyWork))
      isWhole = false;
    else
      addPair(parameters().argumentOf(call, *key),
              value ? parameters().argumentOf(call, *value) : eval(*put.arguments[1]));
  };
  for (const Node *call : uses->calls)
    addCall(*call);
  for (llvm::StringRef held : uses->keys) {
    const FunctionUses &byKey = flows().ofKey(held);
    for (const Node *call : byKey.calls)
      if (byKey.calls.size() <= maxPuttingCalls && eval(*partsOf(*call).callee).origin == function)
        addCall(*call);
  }
  return isWhole;
}

/// True of a map that `new` makes and whose methods nobody writes over.
bool Collections::isKnownMap(const ResultValue &made) {
  return made.callee->path == "global:Map"_api &&
         llvm::isa_and_nonnull<NewExpression>(made.origin) && !patches().isPatched("", "Map") &&
         !patches().isPatched("Map.prototype", "get") &&
         !patches().isPatched("Map.prototype", "set") &&
         !patches().isPatched("Map.prototype", "keys");
}

/// Everything that is put into a map, by whatever name, as pairs; open where there may be more.
const Value &Collections::entriesOf(const ResultValue &made) {
  const Node &origin = *made.origin;
  auto compute = [this, &origin]() -> const Value & {
    const auto *changes = llvm::dyn_cast<ArrayValue>(&aliases().changesOf(origin));
    llvm::SmallVector<const Value *, 8> entries;
    bool isOpen = !changes || changes->open;
    NodeList given = llvm::cast<NewExpression>(origin).arguments;
    if (!given.empty()) {
      const auto *first = llvm::dyn_cast<ArrayValue>(&eval(*given[0]));
      isOpen |= !first || first->open || !spend(first->elements.size() * elementWork);
      for (const Value *one : isOpen ? llvm::ArrayRef<const Value *>() : first->elements) {
        const auto *pair = llvm::dyn_cast<ArrayValue>(one);
        isOpen |= !pair || pair->open || pair->elements.size() != 2;
        if (!isOpen)
          entries.push_back(pair);
      }
    }
    for (const Value *change : changes ? changes->elements : llvm::ArrayRef<const Value *>()) {
      const auto *call = llvm::dyn_cast_or_null<CallExpression>(change->origin);
      const auto *method = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
      std::optional<llvm::StringRef> name = method ? writtenKeyOf(*method) : std::nullopt;
      if (name == "delete" || name == "clear")
        continue;
      isOpen |= name != "set" || call->arguments.size() != 2 ||
                llvm::any_of(call->arguments, llvm::IsaPred<SpreadElement>) ||
                !addEntries(*call, entries);
    }
    return array(entries, isOpen, &origin);
  };
  return once(Question::Changes, &origin, &origin, compute, 1);
}

/// Returns what is put into a map under a key, or nothing, as nobody knows what is there at a given
/// moment; null where nothing is known.
const Value *Collections::keptOfKey(const ResultValue &made, const Value *key, const Node &site) {
  const auto *entries = llvm::dyn_cast<ArrayValue>(&entriesOf(made));
  if (!entries || !spend(entries->elements.size()))
    return nullptr;
  const auto *zero = llvm::dyn_cast_or_null<NumberValue>(key);
  const bool isTold = key && llvm::isa<StringValue, NumberValue, BooleanValue>(key) &&
                      !(zero && zero->value == 0); // of either sign
  llvm::SmallVector<const Value *, 4> values;
  bool isOpen = entries->open;
  for (const Value *entry : entries->elements) {
    Arguments pair = llvm::cast<ArrayValue>(entry)->elements;
    const auto *same =
        isTold
            ? llvm::dyn_cast_or_null<BooleanValue>(hostObject().isSameValue(*pair[0], *key, site))
            : nullptr;
    if (!same || same->value)
      forEachAlternative(*pair[1], [&](const Value &one) {
        isOpen |= llvm::isa<UnknownValue>(one);
        if (!llvm::isa<UnknownValue>(one))
          values.push_back(&one);
      });
  }
  if (isOpen && values.empty())
    return nullptr;
  // it is not known by what is asked here
  if (isOpen)
    values.insert(values.begin(), &unknown(UnknownReason::Call, &site));
  if (key)
    values.push_back(&make<UndefinedValue>(&site));
  return values.empty() ? nullptr : &unite(values, &site);
}

/// Returns one of a map's keys; null where nothing is known of them.
const Value *Collections::keysOf(const ResultValue &made, const Node &site) {
  const auto *entries = llvm::dyn_cast<ArrayValue>(&entriesOf(made));
  if (!entries || entries->elements.empty() || !spend(entries->elements.size()))
    return nullptr;
  llvm::SmallVector<const Value *, 4> keys;
  for (const Value *entry : entries->elements)
    keys.push_back(llvm::cast<ArrayValue>(entry)->elements[0]);
  if (entries->open)
    keys.push_back(&unknown(UnknownReason::Call, &site));
  return &unite(keys, &site);
}

/// Returns the values that a collection can give for a key, or for any; null for other things, and
/// where nothing is known. The keys present at a given moment are unknown, so nothing is certain
/// except in private fields, which compilers keep in WeakMaps.
const Value *Collections::keptIn(const Value &collection, const Node &site, const Value *key) {
  const auto *made = llvm::dyn_cast<ResultValue>(&collection);
  if (!made || !isCollection(made->callee->path) || !made->origin)
    return nullptr;
  if (isKnownMap(*made))
    if (const Value *kept = outsideRun([&] { return keptOfKey(*made, key, site); }))
      return kept;
  const Node *parent = made->origin->parent;
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent);
  const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent);
  const Node *holder = assignment ? assignment->left : declarator ? declarator->id : nullptr;
  const auto *name = llvm::dyn_cast_or_null<Identifier>(holder);
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  bool isPrivateField = made->callee->path == "global:WeakMap"_api;
  if (isPrivateField && !symbol)
    return nullptr;
  return outsideRun([&]() -> const Value * {
    llvm::SmallVector<const Value *, 4> values;
    addFirstValues(*made, values);
    if (symbol)
      addKeptValues(*symbol, nullptr, 0, values);
    if (isPrivateField)
      return &unite(values, &site);
    if (llvm::all_of(values, [](const Value *value) { return llvm::isa<UnknownValue>(value); }))
      return nullptr;
    values.push_back(&unknown(UnknownReason::Call, &site));
    return &unite(values, &site);
  });
}

/// Returns the current element of a loop over a collection or over the result of one of its
/// methods; null for other things.
const Value *Collections::iteratedCollection(const ResultValue &value, const Node &site) {
  llvm::StringRef path = value.callee->path;
  const Value *collection = &value;
  auto [type, method] = path.split("().");
  if (!method.empty()) {
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(value.origin);
    const auto *callee = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
    if (!callee || !isCollection(type))
      return nullptr;
    collection = outsideRun([&] { return &eval(*callee->object); });
  }
  if (method == "keys" && isMap(type)) {
    const auto *made = llvm::dyn_cast<ResultValue>(collection);
    return made && isKnownMap(*made) ? outsideRun([&] { return keysOf(*made, site); }) : nullptr;
  }
  const Value *kept = keptIn(*collection, site);
  bool hasEntries = method == "entries" || (method.empty() && isMap(type));
  if (!kept || !hasEntries)
    return kept;
  return &array({&unknown(UnknownReason::Call, &site), kept}, false, &site);
}

} // namespace agentc
