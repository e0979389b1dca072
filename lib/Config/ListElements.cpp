#include "ListElements.h"

#include "DefinitionIndex.h"

#include "agentc/Syntax/Inside.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "llvm/ADT/ScopeExit.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxDepth = 24;
constexpr size_t maxElements = 20'000;
/// Calls that are looked at for what collections are given, all together.
constexpr size_t maxSteps = 20'000;

bool isCollection(llvm::StringRef path) {
  return path == "global:Map"_api || path == "global:Set"_api;
}

const UnknownValue unknownKey(UnknownReason::Parameter, nullptr);

} // namespace

bool isAllKnown(const ArrayValue &list) {
  return !list.open && llvm::none_of(list.elements, llvm::IsaPred<UnknownValue>);
}

void forEachReturned(const Values &values, const FunctionValue &function, const Value *self,
                     std::optional<llvm::ArrayRef<const Value *>> arguments,
                     llvm::function_ref<void(const Values &, const Node &)> visit) {
  std::optional<Values> inner;
  forEachResult(*function.origin, [&](const Node *result) {
    if (!inner)
      inner.emplace(values.in(values.call(function, self, arguments)));
    if (result)
      visit(*inner, *result);
  });
}

void KeptValues::findWrites() {
  if (std::exchange(isFound_, true))
    return;
  program_.forEach<CallExpression>([&](const CallExpression &call) {
    const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
    std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
    bool isWrite = (key == "set" && call.arguments.size() == 2) ||
                   ((key == "add" || key == "push") && !call.arguments.empty());
    if (!isWrite)
      return;
    forEachAlternative(values_.of(*member->object), [&](const Value &held) {
      const auto *made = llvm::dyn_cast<ResultValue>(&held);
      bool isKeeper = made ? isCollection(made->callee->path) : llvm::isa<ArrayValue>(held);
      if (isKeeper && held.origin)
        writes_[held.origin].push_back(&call);
    });
  });
}

const std::vector<KeptValues::Kept> &KeptValues::in(const Node &origin) {
  findWrites();
  auto [entry, isNew] = kept_.try_emplace(&origin);
  if (!isNew)
    return entry->second;
  std::vector<Kept> kept;
  const llvm::SmallVector<const Node *, 2> writes = writes_.lookup(&origin);
  if (writes.empty() || steps_ > maxSteps)
    return entry->second;
  FollowedCalls followed(
      program_, values_, calls_,
      FollowedCalls::Wanted{[&](const Node &call) { return llvm::is_contained(writes, &call); },
                            [](llvm::StringRef) { return false; }, true,
                            [&](const Values &values, const Node &list) {
                              return elementsOf(program_, values, *this, list);
                            }});
  steps_ += followed.steps();
  for (const Node *write : writes) {
    bool isSet = writtenKeyOf(*llvm::cast<CallExpression>(write)->callee) == "set";
    const std::vector<FollowedCalls::Made> *times = followed.of(*write);
    for (const FollowedCalls::Made &time : times ? *times : std::vector<FollowedCalls::Made>())
      for (size_t i = isSet ? 1 : 0; i < time.given.size(); ++i) {
        const Node *made = time.given[i]->origin;
        kept.push_back(
            {isSet ? time.given[0] : nullptr, time.given[i], made && made->parent ? made : write});
      }
  }
  return kept_[&origin] = std::move(kept);
}

const Value &KeptValues::settled(const Value &value) {
  static const StringValue fulfilled("fulfilled", nullptr);
  static constexpr uint32_t byKey[] = {0, 1};
  results_.push_back({PropertyValue{"status", &fulfilled, value.origin},
                      PropertyValue{"value", &value, value.origin}});
  return settled_.emplace_back(llvm::ArrayRef<PropertyValue>(results_.back()),
                               llvm::ArrayRef<uint32_t>(byKey), false, value.origin);
}

const Value &KeptValues::pair(const Value &key, const Value &value) {
  items_.push_back({&key, &value});
  return pairs_.emplace_back(llvm::ArrayRef<const Value *>(items_.back()), false, value.origin);
}

std::vector<const Value *> elementsOf(const agentc::Program &program, const Values &values,
                                      KeptValues &kept, const Node &list) {
  ListElements found(program, values, kept);
  bool isWhole = found.add(values.of(list), list);
  std::vector<const Value *> elements;
  for (const ListElements::Element &element : found.elements)
    elements.push_back(element.value);
  static const UnknownValue other(UnknownReason::Member, nullptr);
  if (!isWhole && !elements.empty())
    elements.push_back(&other);
  return elements;
}

ListElements::ListElements(const ListElements &outer, const Values &values)
    : program_(outer.program_), values_(values), kept_(outer.kept_), around_(outer.around_) {
  around_.insert(outer.variables_.begin(), outer.variables_.end());
}

bool ListElements::add(const Value &list, const Node &site, unsigned depth) {
  if (depth > maxDepth || ++steps_ > maxElements || elements.size() > maxElements)
    return false;
  if (const auto *either = llvm::dyn_cast<UnionValue>(&list)) {
    isSome = true;
    // the code behind the list may tell more than its value, which is unknown in part
    const size_t before = elements.size();
    if (llvm::any_of(either->alternatives, llvm::IsaPred<UnknownValue>) &&
        addBehind(site, depth + 1))
      return true;
    elements.resize(before, {nullptr, nullptr});
    bool isWhole = true;
    for (const Value *one : either->alternatives)
      if (!llvm::isa<UndefinedValue, NullValue>(one))
        isWhole &= !llvm::isa<UnknownValue>(one) && add(*one, site, depth + 1);
    return isWhole;
  }
  const auto *known = llvm::dyn_cast<ArrayValue>(&list);
  if (known && isAllKnown(*known)) {
    const auto *written = llvm::dyn_cast_or_null<ArrayExpression>(known->origin);
    bool isWritten = written && written->elements.size() == known->elements.size();
    for (size_t i = 0; i < known->elements.size(); ++i) {
      const Node *element = isWritten ? written->elements[i] : known->elements[i]->origin;
      elements.push_back({known->elements[i], element && element->parent ? element : &site});
    }
    return true;
  }
  if (const auto *made = llvm::dyn_cast<ResultValue>(&list)) {
    if (isCollection(made->callee->path))
      return addCollection(list, "");
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(made->origin);
    if (call && made->callee->path.starts_with("global:"))
      return addCall(*call, depth + 1);
  }
  size_t before = elements.size();
  if (addBehind(site, depth + 1))
    return true;
  if (known && known->origin && &site != known->origin && addBehind(*known->origin, depth + 1))
    return true;
  if (known && elements.size() == before)
    for (const Value *element : known->elements)
      elements.push_back(
          {element, element->origin && element->origin->parent ? element->origin : &site});
  return false;
}

/// Of an expression whose value doesn't tell all.
bool ListElements::addBehind(const Node &expression, unsigned depth) {
  if (depth > maxDepth)
    return false;
  auto addValue = [&](const Node &node) { return add(values_.of(node), node, depth + 1); };
  if (const auto *awaited = llvm::dyn_cast<AwaitExpression>(&expression))
    return addValue(*awaited->argument);
  if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&expression)) {
    isSome = true;
    bool isWhole = addValue(*choice->consequent);
    return addValue(*choice->alternate) && isWhole;
  }
  if (const auto *name = llvm::dyn_cast<Identifier>(&expression)) {
    const Symbol *symbol = program_.symbolOf(*name);
    return symbol && addVariable(*symbol, depth + 1);
  }
  if (const auto *list = llvm::dyn_cast<ArrayExpression>(&expression)) {
    bool isWhole = true;
    for (const Node *element : list->elements) {
      const auto *spread = llvm::dyn_cast_or_null<SpreadElement>(element);
      if (spread)
        isWhole &= addValue(*spread->argument);
      else if (element)
        elements.push_back({&values_.of(*element), element});
    }
    // what is pushed onto it may stand anywhere
    return addKept(*list, false) && isWhole;
  }
  if (const auto *call = llvm::dyn_cast<CallExpression>(&expression))
    return addCall(*call, depth + 1);
  return false;
}

/// Everything that a variable is given, wherever that happens, and that is pushed onto it by name.
bool ListElements::addVariable(const Symbol &symbol, unsigned depth) {
  llvm::SmallVector<const Node *, 4> given;
  for (const Node *target : symbol.targets) {
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
    if (declarator && declarator->id == target) {
      if (declarator->init)
        given.push_back(declarator->init);
    } else if (assignment && assignment->left == target && assignment->op == "=") {
      given.push_back(assignment->right);
    } else {
      return false;
    }
  }
  if (given.empty() || around_.contains(&symbol))
    return false;
  // a list that is taken out of the one before holds nothing else
  if (!variables_.insert(&symbol).second)
    return true;
  auto leave = llvm::make_scope_exit([&] { variables_.erase(&symbol); });
  isSome |= given.size() > 1;
  bool isWhole = true;
  for (const Node *one : given)
    // the literal itself holds nothing yet of what is pushed later
    isWhole &= llvm::isa<ArrayExpression>(one) ? addBehind(*one, depth)
                                               : add(values_.of(*one), *one, depth);
  return addPushed(symbol, depth) && isWhole;
}

/// Adds what is pushed onto a list that is not written as a literal: of literals all is kept.
bool ListElements::addPushed(const Symbol &symbol, unsigned depth) {
  bool isWhole = true;
  for (const Identifier *reference : symbol.references) {
    const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent);
    const auto *call = member ? llvm::dyn_cast<CallExpression>(member->parent) : nullptr;
    std::optional<llvm::StringRef> key = call ? writtenKeyOf(*member) : std::nullopt;
    if (!call || call->callee != member || member->object != reference ||
        (key != "push" && key != "unshift"))
      continue;
    const auto *held = llvm::dyn_cast<ArrayValue>(&values_.of(*reference));
    if (held && llvm::isa_and_nonnull<ArrayExpression>(held->origin))
      continue;
    isSome = true;
    for (const Node *argument : call->arguments)
      if (const auto *spread = llvm::dyn_cast<SpreadElement>(argument))
        isWhole &= add(values_.of(*spread->argument), *spread->argument, depth);
      else
        elements.push_back({&values_.of(*argument), argument});
  }
  return isWhole;
}

bool ListElements::addCall(const CallExpression &call, unsigned depth) {
  if (depth > maxDepth)
    return false;
  const Value &callee = values_.of(*call.callee);
  const auto *path = llvm::dyn_cast<ApiValue>(&callee);
  if (path && !call.arguments.empty() &&
      (path->path == "global:Promise.all"_api || path->path == "global:Array.from"_api)) {
    if (call.arguments.size() > 1)
      return addMapped(*call.arguments[0], *call.arguments[1], false, depth + 1);
    return add(values_.of(*call.arguments[0]), *call.arguments[0], depth + 1);
  }
  if (path && path->path == "global:Promise.allSettled"_api && call.arguments.size() == 1) {
    size_t before = elements.size();
    bool isWhole = add(values_.of(*call.arguments[0]), *call.arguments[0], depth + 1);
    for (Element &element : llvm::MutableArrayRef(elements).drop_front(before))
      element.value = &kept_.settled(*element.value);
    return isWhole;
  }
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  if (const auto *function = llvm::dyn_cast<FunctionValue>(&callee)) {
    llvm::SmallVector<const Value *, 4> arguments;
    for (const Node *argument : call.arguments)
      if (!llvm::isa<SpreadElement>(argument))
        arguments.push_back(&values_.of(*argument));
    return addReturned(*function, member ? &values_.of(*member->object) : nullptr, arguments,
                       depth + 1);
  }
  std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
  return key && addMethod(call, *member, *key, depth + 1);
}

bool ListElements::addMethod(const CallExpression &call, const MemberExpression &callee,
                             llvm::StringRef key, unsigned depth) {
  const Node &object = *callee.object;
  if (builtinMethod(key).text == TextMethod::Maps && !call.arguments.empty())
    return addMapped(object, *call.arguments[0], key == "flatMap", depth);
  if (key == "values" || key == "entries" || key == "keys")
    return addCollection(values_.of(object), key);
  if (key == "concat") {
    bool isWhole = add(values_.of(object), object, depth);
    for (const Node *argument : call.arguments)
      isWhole &=
          !llvm::isa<SpreadElement>(argument) && add(values_.of(*argument), *argument, depth);
    return isWhole;
  }
  if (key == "flat" && call.arguments.empty())
    return addFlat(object, depth);
  bool isPart = key == "filter" || key == "slice";
  isSome |= isPart;
  return (isPart || key == "sort" || key == "toSorted" || key == "reverse" ||
          key == "toReversed") &&
         add(values_.of(object), object, depth);
}

/// Adds the elements of the arrays in a list, and what else is in it.
bool ListElements::addFlat(const Node &list, unsigned depth) {
  ListElements nested(*this, values_);
  bool isWhole = nested.add(values_.of(list), list, depth);
  isSome |= nested.isSome;
  for (const Element &element : nested.elements)
    forEachAlternative(*element.value, [&](const Value &one) {
      isSome |= llvm::isa<UnionValue>(element.value);
      if (llvm::isa<ArrayValue, ResultValue>(one))
        isWhole &= add(one, *element.site, depth + 1);
      else
        elements.push_back({&one, element.site});
    });
  return isWhole;
}

/// Adds the result of a callback for each element.
bool ListElements::addMapped(const Node &list, const Node &callback, bool isFlat, unsigned depth) {
  const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(callback));
  if (!function)
    return false;
  ListElements source(*this, values_);
  bool isWhole = source.add(values_.of(list), list, depth);
  isSome |= source.isSome;
  for (const Element &element : source.elements) {
    const Value *given[] = {element.value, &unknownKey, &unknownKey};
    // a copy that is changed before it is returned is known by a run alone
    const Value &made = values_.resultOf(*function, given);
    if (!isFlat && llvm::isa<ObjectValue, InstanceValue>(made)) {
      elements.push_back({&made, element.site});
      continue;
    }
    forEachReturned(values_, *function, nullptr, llvm::ArrayRef<const Value *>(given),
                    [&](const Values &inner, const Node &result) {
                      const Value &value = inner.of(result);
                      if (!isFlat)
                        return elements.push_back({&value, element.site});
                      ListElements more(*this, inner);
                      isWhole &= more.add(value, result, depth + 1);
                      isSome |= more.isSome;
                      elements.insert(elements.end(), more.elements.begin(), more.elements.end());
                    });
  }
  return isWhole;
}

bool ListElements::addReturned(const FunctionValue &function, const Value *self,
                               llvm::ArrayRef<const Value *> arguments, unsigned depth) {
  bool isWhole = true, isAny = false;
  forEachReturned(values_, function, self, arguments, [&](const Values &inner, const Node &result) {
    const Value &value = inner.of(result);
    if (llvm::isa<UndefinedValue, NullValue>(value))
      return;
    ListElements more(*this, inner);
    isWhole &= more.add(value, result, depth + 1);
    isSome |= more.isSome || isAny;
    isAny = true;
    elements.insert(elements.end(), more.elements.begin(), more.elements.end());
  });
  return isWhole && isAny;
}

bool ListElements::addKept(const Node &origin, bool isEntries) {
  for (const KeptValues::Kept &one : kept_.in(origin))
    elements.push_back(
        {isEntries && one.key ? &kept_.pair(*one.key, *one.value) : one.value, one.site});
  return true;
}

/// Adds everything that a map or set ever holds, no matter when.
bool ListElements::addCollection(const Value &collection, llvm::StringRef method) {
  const auto *made = llvm::dyn_cast<ResultValue>(&collection);
  if (!made || !isCollection(made->callee->path) || !made->origin)
    return false;
  const bool isMap = made->callee->path == "global:Map"_api;
  const bool isKeys = isMap && method == "keys";
  const bool isEntries = isMap && method != "values" && !isKeys;
  bool isWhole = true;
  if (!made->arguments.empty()) {
    const auto *first = llvm::dyn_cast<ArrayValue>(made->arguments[0]);
    isWhole = first && !first->open;
    for (const Value *one : first ? first->elements : llvm::ArrayRef<const Value *>()) {
      const auto *entry = isMap && !isEntries ? llvm::dyn_cast<ArrayValue>(one) : nullptr;
      const Value *value =
          entry && entry->elements.size() > 1 ? entry->elements[isKeys ? 0 : 1] : one;
      elements.push_back(
          {value, value->origin && value->origin->parent ? value->origin : made->origin});
    }
  }
  if (!isKeys)
    return addKept(*made->origin, isEntries) && isWhole;
  for (const KeptValues::Kept &one : kept_.in(*made->origin))
    if (one.key)
      elements.push_back({one.key, one.site});
  return isWhole;
}

} // namespace agentc
