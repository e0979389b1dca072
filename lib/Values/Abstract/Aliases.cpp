#include "Abstract/Aliases.h"

#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "Abstract/Classes.h"
#include "Abstract/CommonJsExports.h"
#include "Abstract/Members.h"
#include "Abstract/Places.h"
#include "Abstract/Symbols.h"
#include "Builtins/Conversions.h"
#include "Concrete/OwnObjects.h"

namespace agentc {

using namespace ast;

namespace {

/// Stands for the members that a new prototype adds.
constexpr llvm::StringRef prototypeKey = "[[Prototype]]";

/// True for the change that stands for all those at places that are not followed.
bool isAnywhere(const ObjectValue &change) {
  const auto *lost = change.properties.empty()
                         ? nullptr
                         : llvm::dyn_cast<UnknownValue>(change.properties[0].value);
  return lost && lost->reason == UnknownReason::Shared;
}

} // namespace

template <typename F> static std::vector<const Node *> findOwn(const Node &function, F &&isOne) {
  std::vector<const Node *> found;
  auto find = [&](const Node &node, auto &self) -> void {
    if (isClass(node) || llvm::isa<FunctionDeclaration, FunctionExpression>(node))
      return;
    if (isOne(node))
      found.push_back(&node);
    forEachChild(node, [&](const Node &child) { self(child, self); });
  };
  if (const Node *body = bodyOf(function))
    find(*body, find);
  return found;
}

/// The expressions `this` that mean a function's own, or those of the methods of an object literal.
llvm::ArrayRef<const Node *> Aliases::thisIn(const Node &node) {
  auto known = thisIn_.find(&node);
  if (known != thisIn_.end())
    return known->second;
  std::vector<const Node *> found;
  if (const auto *literal = llvm::dyn_cast<ObjectExpression>(&node)) {
    for (const Node *part : literal->properties)
      if (const auto *property = llvm::dyn_cast<Property>(part))
        if (llvm::isa<FunctionExpression>(property->value))
          llvm::append_range(found, thisIn(*property->value));
  } else {
    found = findOwn(node, [](auto &one) { return llvm::isa<ThisExpression>(one); });
  }
  return thisIn_[&node] = std::move(found);
}

bool isOnlyValueOf(const Symbol &symbol, llvm::function_ref<bool(const Node &)> isIt) {
  bool isGiven = false;
  for (const Identifier *target : symbol.targets) {
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
    const Node *value = declarator && declarator->id == target ? declarator->init
                        : assignment && assignment->op == "="  ? assignment->right
                                                               : target;
    if (value && (!isIt(*value) || isGiven))
      return false;
    isGiven |= value != nullptr;
  }
  return isGiven;
}

/// True if a variable is declared with the object as its value, or is the parameter of a
/// function that is called in place to fill the object. The variable's value then includes the
/// writes made through that name: see withPropertyWrites, withPushes.
bool Places::isOwn(const Symbol &symbol) const {
  const Node *function = symbol.scope->node;
  const auto *call = symbol.kind == SymbolKind::Parameter && function->parent
                         ? llvm::dyn_cast<CallExpression>(function->parent)
                         : nullptr;
  if (!call || call->callee != function)
    return isOnlyValueOf(symbol, [&](const Node &value) { return same.contains(&value); });
  for (const Node *argument : call->arguments) {
    const auto *logical = llvm::dyn_cast<LogicalExpression>(argument);
    const auto *name = llvm::dyn_cast<Identifier>(logical ? logical->left : argument);
    const Symbol *filled = name ? program().symbolOf(*name) : nullptr;
    if (filled && filled != &symbol && symbols().filledParameter(*name) == &symbol)
      return symbol.targets.size() == 1 &&
             ((logical && same.contains(logical->right)) || isOwn(*filled));
  }
  return false;
}

/// True if the object's own variable shows a change.
bool Places::isByOwnName(const Node &site) const {
  const auto *name = llvm::dyn_cast<Identifier>(writes.lookup(&site));
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  if (!symbol || !isOwn(*symbol))
    return false;
  bool isArray = llvm::isa<ArrayExpression>(made_);
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&site)) {
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(member->parent);
    return assignment && assignment->left == member && (isArray || members().keyOf(*member));
  }
  if (name->parent->parent == &site)
    return !llvm::isa<ObjectExpression>(made_);
  return !isArray && !program().definitionsAt(*name).empty();
}

/// Each change that is made to an object by whatever name, as an object of the members that it may
/// give; `open` are those that the object's own variable shows. The list is open where there may be
/// others.
const Value &Aliases::changesOf(const Node &made, const ModuleInfo *exporting) {
  return once(Question::Changes, &made, &made, [this, &made, exporting]() -> const Value & {
    return computeChanges(made, exporting);
  });
}

const Value &Aliases::computeChanges(const Node &made, const ModuleInfo *exporting) {
  // what the helpers of bundlers and compilers keep is told by what they do
  for (const Node *code = functionAround(made); code && isFunction(*code);
       code = functionAround(*code))
    if (program().wrapperArgumentOf(*code) || program().isBundlersRequire(*code) ||
        program().shapeOf(*code).kind != HelperShape::Kind::None)
      return array({}, false, &made);
  Places places(evaluator_, made);
  places.follow(exporting);
  if (!spend(propertyWork))
    return unknown(UnknownReason::Limit, &made);
  llvm::SmallVector<const Value *, 4> changes;
  for (const auto &[site, changed] : places.writes)
    if (!places.same.contains(changed)) // else only what the call gives leads there
      changes.push_back(&changeBy(*site, made, places.isByOwnName(*site)));
  if (places.isCut) {
    const PropertyValue any{openKey, &unknown(UnknownReason::Shared, &made), &made};
    changes.push_back(&object(any, false, &made));
  }
  return array(changes, places.escapes, &made);
}

const Value &Aliases::changeBy(const Node &site, const Node &made, bool isDirect) {
  llvm::SmallVector<PropertyValue, 4> given;
  auto give = [&](llvm::StringRef key, const Value &value) {
    given.push_back({key, &value, &site});
  };
  const Value &other = unknown(UnknownReason::Unsupported, &site);
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&site)) {
    llvm::StringRef key = members().keyOf(*member).value_or(openKey);
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(member->parent);
    bool isLogical = assignment && (assignment->op == "||=" || assignment->op == "&&=" ||
                                    assignment->op == "?\?=");
    if (assignment)
      give(key, isLogical ? eval(*assignment->right) : classes().writtenBy(*assignment));
    else if (llvm::isa<UnaryExpression>(member->parent))
      give(key, make<UndefinedValue>(&site));
    else if (llvm::isa<UpdateExpression, ForInStatement, RestElement>(member->parent))
      give(key, other);
    else
      give(key, symbols().valueInto(*member));
    return object(given, isDirect, &site);
  }
  if (llvm::isa<NewExpression>(site)) {
    give(openKey, other);
    return object(given, isDirect, &site);
  }
  const auto &call = llvm::cast<CallExpression>(site);
  NodeList arguments = call.arguments;
  const auto *method = llvm::dyn_cast<MemberExpression>(call.callee);
  llvm::StringRef name = method ? members().keyOf(*method).value_or("") : "";
  if (!llvm::isa<ObjectExpression>(made) && changesArray(name)) {
    // each under a name of its own that no object has; of an array only the values count
    size_t first = name == "splice"                                        ? 2
                   : name == "push" || name == "unshift" || name == "fill" ? 0
                                                                           : arguments.size();
    for (size_t i = first; i < arguments.size(); ++i)
      give(strings().save("()" + std::to_string(i)),
           llvm::isa<SpreadElement>(arguments[i]) ? other : eval(*arguments[i]));
  } else if (llvm::isa<NewExpression>(made)) {
    give(openKey, other);
  } else if (name.starts_with("__define") && !arguments.empty()) {
    std::optional<std::string> key = conversions().textOf(eval(*arguments[0]));
    give(key ? strings().save(llvm::StringRef(*key)) : openKey, other);
  } else {
    addDefined(call, name, given);
  }
  return object(given, isDirect, &site);
}

/// Adds the members that the language's functions give to their first argument.
void Aliases::addDefined(const CallExpression &call, llvm::StringRef name,
                         llvm::SmallVectorImpl<PropertyValue> &added) {
  NodeList arguments = call.arguments;
  const Value &other = unknown(UnknownReason::Unsupported, &call);
  auto give = [&](llvm::StringRef key, const Value &value) {
    added.push_back({key, &value, &call});
  };
  if (name == "setPrototypeOf")
    return give(prototypeKey, other);
  if ((name == "set" || name == "deleteProperty") && arguments.size() > 1) {
    std::optional<std::string> key = conversions().textOf(eval(*arguments[1]));
    return give(key ? strings().save(llvm::StringRef(*key)) : openKey,
                name != "set"          ? make<UndefinedValue>(&call)
                : arguments.size() > 2 ? eval(*arguments[2])
                                       : make<UndefinedValue>(&call));
  }
  if (name == "assign") {
    for (const Node *source : arguments.drop_front())
      if (llvm::isa<SpreadElement>(source) ||
          !commonJs().membersOf(eval(*source),
                                [&](const PropertyValue &one) { give(one.key, *one.value); }))
        give(openKey, other);
    return;
  }
  const auto *path = llvm::dyn_cast<ApiValue>(&eval(*call.callee));
  llvm::StringRef host = path ? path->path : llvm::StringRef();
  bool isHost = host.consume_front("global:");
  std::vector<WrittenProperty> written =
      program().definitionsAt(*arguments[0], isHost ? host : llvm::StringRef());
  if (written.empty())
    return give(openKey, other);
  for (const WrittenProperty &one : written) {
    if (one.kind != WrittenProperty::Kind::All)
      give(one.name.empty() ? openKey : strings().save(llvm::StringRef(one.name)),
           commonJs().valueOf(one));
    else if (!commonJs().membersOf(commonJs().valueOf(one),
                                   [&](const PropertyValue &part) { give(part.key, *part.value); }))
      give(openKey, other);
  }
}

/// An object or array with those of its changes that its value does not show yet.
const Value &Aliases::withChanges(const Value &value, const Value &changes,
                                  llvm::function_ref<bool(const Node &)> isKnown) {
  const auto *all = llvm::dyn_cast<ArrayValue>(&changes);
  const auto *known = llvm::dyn_cast<ObjectValue>(&value);
  const auto *list = llvm::dyn_cast<ArrayValue>(&value);
  if (!all || all->elements.empty() || (!known && !list))
    return value;
  llvm::SmallVector<PropertyValue, 8> properties;
  llvm::SmallVector<const Value *, 8> elements;
  if (known)
    properties.append(known->properties.begin(), known->properties.end());
  else
    elements.append(list->elements.begin(), list->elements.end());
  llvm::DenseMap<llvm::StringRef, size_t> indices;
  for (size_t i = 0; i < properties.size(); ++i)
    indices[properties[i].key] = i;
  bool open = known ? known->open : list->open, isChanged = false, isShared = false;
  for (const Value *one : all->elements) {
    const auto *change = llvm::dyn_cast<ObjectValue>(one);
    if (change && isAnywhere(*change)) {
      isShared = true;
      continue;
    }
    if (!change || isKnown(*change->origin) ||
        (change->open && !run() && !ownObjects().isLocal(value)))
      continue;
    isChanged = true;
    open |= list != nullptr;
    for (const PropertyValue &given : change->properties) {
      open |= given.key == openKey || given.key == prototypeKey;
      if (list) {
        elements.push_back(given.value);
        continue;
      }
      if (given.key == prototypeKey || given.key.starts_with("()"))
        continue;
      if (given.key == openKey) {
        for (PropertyValue &property : properties)
          property.value = &unite({property.value, given.value}, given.site),
          property.mayDiffer = true;
        continue;
      }
      auto [index, isNew] = indices.try_emplace(given.key, properties.size());
      open |= isNew;
      if (!isNew)
        properties[index->second].value =
            &unite({properties[index->second].value, given.value}, given.site);
      else
        properties.push_back({given.key,
                              &unite({&make<UndefinedValue>(given.site), given.value}, given.site),
                              given.site});
    }
  }
  if (!isChanged && !isShared)
    return value;
  if (!spend((properties.size() + elements.size()) * propertyWork))
    return unknown(UnknownReason::Limit, value.origin);
  const Value &changed =
      known ? object(properties, open, value.origin) : array(elements, open, value.origin);
  return isShared ? withOthers(changed) : changed;
}

/// The names of the members that a change writes.
llvm::SmallVector<llvm::StringRef, 4> Aliases::keysWrittenBy(const Node &site) {
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&site))
    return {members().keyOf(*member).value_or(openKey)};
  const auto *call = llvm::dyn_cast<CallExpression>(&site);
  const auto *method = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  llvm::SmallVector<PropertyValue, 4> given;
  if (method && !call->arguments.empty())
    addDefined(*call, members().keyOf(*method).value_or(""), given);
  llvm::SmallVector<llvm::StringRef, 4> keys;
  for (const PropertyValue &one : given)
    keys.push_back(one.key);
  return keys.empty() ? llvm::SmallVector<llvm::StringRef, 4>{openKey} : keys;
}

/// A URL that may lead elsewhere than its text says, where one of the members that its host stands
/// in is written.
const Value &Aliases::withChangedOrigin(const ResultValue &url) {
  const Node &made = *url.origin;
  const Value &written = once(Question::Origin, &made, &made, [&]() -> const Value & {
    Places places(evaluator_, made);
    places.isReadByHost = true;
    places.follow(nullptr);
    if (places.isCut)
      return unknown(UnknownReason::Shared, &made);
    static constexpr llvm::StringRef ofOrigin[] = {"href",     "protocol", "host",
                                                   "hostname", "port",     openKey};
    for (const auto &[site, changed] : places.writes)
      if (llvm::any_of(keysWrittenBy(*site),
                       [&](llvm::StringRef key) { return llvm::is_contained(ofOrigin, key); }))
        return unknown(UnknownReason::Call, &made);
    return make<UndefinedValue>(&made);
  });
  return llvm::isa<UnknownValue>(written) ? unite({&url, &written}, &made) : url;
}

/// Returns the result of a call, including later writes to it if the call made the result or
/// returns its argument.
const Value &Aliases::withLaterChanges(const Value &value, const Node &call) {
  if (const auto *url = llvm::dyn_cast<ResultValue>(&value);
      url && url->origin == &call && url->callee->path == "global:URL"_api)
    return withChangedOrigin(*url);
  if (!llvm::isa<ObjectValue, ArrayValue>(value) || !value.origin)
    return value;
  if (value.origin == &call)
    return withChanges(value, changesOf(call), [](const Node &) { return false; });
  auto [callee, arguments, isNew] = partsOf(call);
  if (arguments.empty() || llvm::isa<SpreadElement>(arguments[0]) ||
      !llvm::isa<ObjectExpression, CallExpression>(value.origin))
    return value;
  // what functions of the bundle give has it
  const auto *function = llvm::dyn_cast<FunctionValue>(&eval(*callee));
  if (function && program().shapeOf(*function->origin).kind == HelperShape::Kind::None)
    return value;
  const Value &given = eval(*arguments[0]);
  if (&given == &value || given.origin != value.origin || !llvm::isa<ObjectValue>(given))
    return value;
  return withChanges(value, changesOf(*value.origin),
                     [&](const Node &site) { return &site == &call; });
}

/// Returns the values written to one member of a class or of a module's exports through any
/// name; null if there are none.
const Value *Aliases::changedMember(const Node &made, llvm::StringRef key, const Node *site,
                                    const ModuleInfo *exporting) {
  const auto *all = llvm::dyn_cast<ArrayValue>(
      &outsideRun([&]() -> const Value & { return changesOf(made, exporting); }));
  llvm::SmallVector<const Value *, 4> values;
  for (const Value *one : all ? all->elements : llvm::ArrayRef<const Value *>())
    if (const auto *change = llvm::dyn_cast<ObjectValue>(one))
      for (const PropertyValue &given : change->properties)
        if (given.key == key || given.key == openKey)
          values.push_back(given.value);
  return values.empty() ? nullptr : &unite(values, site);
}

} // namespace agentc
