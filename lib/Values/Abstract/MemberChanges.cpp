#include "Abstract/MemberChanges.h"

#include "agentc/Program/MemberIndex.h"

#include "Abstract/Calls.h"
#include "Abstract/Collections.h"
#include "Abstract/CommonJsExports.h"
#include "Abstract/Members.h"
#include "Concrete/OwnObjects.h"
#include "Concrete/Regions.h"

namespace agentc {

using namespace ast;

const MemberChanges::ChangedReads &MemberChanges::changesOfKey(llvm::StringRef key) {
  std::unique_ptr<ChangedReads> &entry = changedReads_[key];
  if (entry)
    return *entry;
  entry = std::make_unique<ChangedReads>();
  for (const Node *read : memberIndexOf(program()).of(key).reads)
    if (llvm::isa<MemberExpression>(read) && changesHeld(*read))
      entry->sites.push_back(read);
  return *entry;
}

/// True if a callee's spelling tells that it gives its first argument no members: it names a
/// function of the bundle, or a method that gives none. Parameters count as such functions,
/// since there are too many to ask about; whatever is handed to one is a finding there.
bool MemberChanges::isNoWriter(const Node &callee) const {
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&callee)) {
    static constexpr llvm::StringLiteral writers[] = {"assign", "defineProperty",
                                                      "defineProperties"};
    std::optional<llvm::StringRef> key = writtenKeyOf(*member);
    return key && !llvm::is_contained(writers, *key);
  }
  const auto *name = llvm::dyn_cast<Identifier>(&callee);
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  return symbol && symbol->targets.size() == 1 && isFunction(*symbol->targets.front()->parent);
}

/// Null where there are none.
MemberChanges::Takers *MemberChanges::takersOf(const Symbol &symbol) {
  auto [entry, isNew] = takers_.try_emplace(&symbol);
  if (!isNew)
    return entry->second.get();
  Takers takers;
  for (const Identifier *reference : symbol.references) {
    const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent);
    bool isPrototype =
        member && member->object == reference && writtenKeyOf(*member) == "prototype";
    const Node &holder = isPrototype ? static_cast<const Node &>(*member) : *reference;
    const auto *call = llvm::dyn_cast<CallExpression>(holder.parent);
    bool isFirst = call && !call->arguments.empty() && call->arguments[0] == &holder;
    if (isFirst && !isNoWriter(*call->callee))
      (isPrototype ? takers.ofPrototype : takers.ofValue).push_back(&holder);
  }
  if (takers.ofValue.empty() && takers.ofPrototype.empty())
    return nullptr;
  entry->second = std::make_unique<Takers>(std::move(takers));
  return entry->second.get();
}

/// Adds the values that `Object.assign` and the like give to a member of a variable's value, or
/// of its `prototype`, where only the callee's value tells that they are called.
void MemberChanges::addDefinedByTakers(const Symbol &symbol, bool isPrototype, llvm::StringRef key,
                                       const Node *site,
                                       llvm::SmallVectorImpl<const Value *> &values) {
  Takers *takers = takersOf(symbol);
  if (!takers)
    return;
  if (!std::exchange(takers->isOnlyByValue, true))
    for (auto *holders : {&takers->ofValue, &takers->ofPrototype})
      llvm::erase_if(*holders,
                     [&](const Node *one) { return !program().definitionsAt(*one).empty(); });
  auto &holders = isPrototype ? takers->ofPrototype : takers->ofValue;
  if (!spend(holders.size() * propertyWork))
    return;
  for (const Node *holder : holders) {
    const Value &callee = outsideRun([&]() -> const Value & {
      return eval(*llvm::cast<CallExpression>(holder->parent)->callee);
    });
    forEachAlternative(callee, [&](const Value &called) {
      const auto *path = llvm::dyn_cast<ApiValue>(&called);
      llvm::StringRef host = path ? path->path : llvm::StringRef();
      if (!host.consume_front("global:"))
        return;
      for (const WrittenProperty &written : program().definitionsAt(*holder, host)) {
        bool isAll = written.kind == WrittenProperty::Kind::All;
        if (!isAll && written.name != key)
          continue;
        const Value &value =
            outsideRun([&]() -> const Value & { return commonJs().valueOf(written); });
        const Value &given = isAll ? members().member(value, key, site) : value;
        if (!llvm::isa<UndefinedValue>(given))
          values.push_back(&given);
      }
    });
  }
}

/// True if a function of the host only reads its arguments.
static bool onlyReads(llvm::StringRef path) {
  static constexpr llvm::StringLiteral reading[] = {"Array.isArray",   "Boolean",
                                                    "JSON.stringify",  "Number",
                                                    "Object.entries",  "Object.hasOwn",
                                                    "Object.is",       "Object.keys",
                                                    "Object.values",   "Object.getOwnPropertyNames",
                                                    "Reflect.ownKeys", "String"};
  return path.consume_front("global:") &&
         (llvm::is_contained(reading, path) || path.starts_with("console."));
}

/// True for `set` and `add` of a map or set, which keep what they are given as it is: those who
/// get it from there are followed as its other places are.
bool MemberChanges::isKeeping(const Node &callee) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
  if (key != "set" && key != "add")
    return false;
  bool isKept = true;
  forEachAlternative(eval(*member->object), [&](const Value &object) {
    const auto *made = llvm::dyn_cast<ResultValue>(&object);
    isKept &= made && isCollection(made->callee->path);
  });
  return isKept;
}

/// True if a function may change the array or object that it gets as an argument.
bool MemberChanges::mayChangeArgument(const Node &callee, size_t index, unsigned depth) {
  constexpr unsigned maxHandedOn = 4;
  if (isKeeping(callee))
    return false;
  bool mayChange = false;
  // what a function that hands it on gives it to
  auto mayHandOn = [&](const CallExpression &call, const Node &reference) {
    bool isOwn = depth < maxHandedOn && call.callee != &reference;
    forEachAlternative(eval(*call.callee), [&](const Value &called) {
      isOwn &= llvm::isa<FunctionValue, ClassValue>(called);
    });
    const auto *at = llvm::find(call.arguments, &reference);
    isOwn &= std::none_of(call.arguments.begin(), at,
                          [](const Node *before) { return llvm::isa<SpreadElement>(before); });
    return !isOwn || at == call.arguments.end() ||
           mayChangeArgument(*call.callee, at - call.arguments.begin(), depth + 1);
  };
  forEachAlternative(eval(callee), [&](const Value &called) {
    if (llvm::isa<UnknownValue>(called) && &called != &nothing())
      mayChange = true;
    const Node *function = llvm::isa<FunctionValue>(called) ? called.origin
                           : llvm::isa<ClassValue>(called)  ? constructorOf(*called.origin)
                                                            : nullptr;
    NodeList parameters = function ? paramsOf(*function) : NodeList();
    // what helpers of compilers and bundlers write is known by name: see writesTo
    bool isHelper = function && program().shapeOf(*function).kind != HelperShape::Kind::None;
    const auto *name = index < parameters.size() && !isHelper
                           ? llvm::dyn_cast<Identifier>(parameters[index])
                           : nullptr;
    // what a function has no parameter for it sees only by `arguments`
    bool isSeen = !function || isHelper || index < parameters.size() ||
                  (!parameters.empty() && llvm::isa_and_nonnull<RestElement>(parameters.back())) ||
                  !argumentsIn(program(), *function).empty();
    // `arguments`, rests and patterns
    mayChange |= depth > 0 && !name && isSeen;
    if (!name)
      return;
    const Symbol *symbol = program().symbolOf(*name);
    mayChange |= symbol && llvm::any_of(symbol->references, [&](const Identifier *reference) {
                   const auto *call = llvm::dyn_cast<CallExpression>(reference->parent);
                   if (!call)
                     return changesHeld(*reference);
                   // what defines schemas and tools keeps what it is given as it is
                   const auto *path = llvm::dyn_cast<ApiValue>(&eval(*call->callee));
                   return path && call->callee != reference
                              ? !isDefinitionPath(path->path) && !onlyReads(path->path)
                              : mayHandOn(*call, *reference);
                 });
  });
  return mayChange;
}

/// True if the value of a variable may be changed where the variable's name does not show it:
/// by a function that gets the value, by one of its own methods, or through another name.
/// References between `begin` and `end` do not count.
bool MemberChanges::isChangedOutOfSight(const Symbol &symbol, uint32_t begin, uint32_t end) {
  auto hasChanges = [&](const Node *target) {
    const auto *name = llvm::dyn_cast<Identifier>(target);
    const Symbol *other = name ? program().symbolOf(*name) : nullptr;
    return other && other != &symbol &&
           llvm::any_of(other->references, [](auto *one) { return changesHeld(*one); });
  };
  return llvm::any_of(symbol.references, [&](const Identifier *reference) {
    if (reference->range.begin >= begin && reference->range.begin < end)
      return false;
    const Node &parent = *reference->parent;
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(&parent))
      return hasChanges(declarator->id);
    if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&parent))
      return assignment->right == reference && hasChanges(assignment->left);
    const auto *call = llvm::dyn_cast<CallExpression>(&parent);
    for (size_t i = 0; call && i < call->arguments.size(); ++i)
      if (call->arguments[i] == reference)
        return mayChangeArgument(*call->callee, i);
    return false;
  });
}

/// An array or object that a member of some object holds, with what is added to members of that
/// name anywhere but in `known`, code that has been run.
const Value &MemberChanges::withMemberChanges(const Value &value, llvm::StringRef key,
                                              const Node *site, const Node *known) {
  const auto *list = llvm::dyn_cast<ArrayValue>(&value);
  const auto *object = llvm::dyn_cast<ObjectValue>(&value);
  if ((!list && !object) || ownObjects().isLocal(value))
    return value;
  llvm::SmallVector<const Value *, 8> added;
  llvm::SmallVector<PropertyValue, 8> properties;
  bool isChanged = false;
  for (const Node *read : changesOfKey(key).sites) {
    if (known && known->range.begin <= read->range.begin && read->range.end <= known->range.end)
      continue;
    llvm::StringRef name = writtenKeyOf(*read->parent).value_or("");
    // `delete object.key.name` takes nothing from what has no such member
    if (object && !name.empty() && llvm::isa<UnaryExpression>(read->parent->parent) &&
        !object->find(name))
      continue;
    isChanged = true;
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(read->parent->parent);
    const auto *call = llvm::dyn_cast<CallExpression>(read->parent->parent);
    auto elsewhere = [&](const Node &node) {
      return &outsideRun([&]() -> const Value & { return eval(node); });
    };
    if (assignment && object && !name.empty())
      properties.push_back({name, elsewhere(*assignment->right), assignment});
    else if (assignment && list)
      added.push_back(elsewhere(*assignment->right));
    for (const Node *argument : call &&list ? call->arguments : NodeList())
      if (!llvm::isa<SpreadElement>(argument))
        added.push_back(elsewhere(*argument));
  }
  if (!isChanged)
    return value;
  if (!spend((list ? list->elements.size() : object->properties.size()) * propertyWork))
    return unknown(UnknownReason::Limit, site);
  if (list) {
    added.insert(added.begin(), list->elements.begin(), list->elements.end());
    return this->array(added, true, value.origin);
  }
  llvm::SmallVector<PropertyValue, 8> all(object->properties);
  for (const PropertyValue &property : properties) {
    auto *before = llvm::find_if(all, [&](auto &one) { return one.key == property.key; });
    if (before == all.end())
      all.push_back(property);
    else
      before->value = &unite({before->value, property.value}, site);
  }
  return this->object(all, true, value.origin);
}

} // namespace agentc
