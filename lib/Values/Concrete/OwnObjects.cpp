#include "Concrete/OwnObjects.h"

#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "Abstract/Classes.h"
#include "Builtins/Conversions.h"
#include "Builtins/FoldArray.h"
#include "Builtins/KnownCollections.h"
#include "Concrete/Callbacks.h"
#include "Concrete/Interpreter.h"

namespace agentc {

using namespace ast;

namespace {

/// An array index (ECMA-262 section 6.1.7), not beyond what an array may hold here.
std::optional<size_t> indexOf(llvm::StringRef key) {
  size_t index = 0;
  bool isCanonical = !key.getAsInteger(10, index) && (key == "0" || !key.starts_with("0"));
  return isCanonical && index < maxArrayElements ? std::optional(index) : std::nullopt;
}

} // namespace

/// The elements of an array that the run may change; null, and a failed run, for any other.
std::vector<const Value *> *OwnObjects::changeElements(const ArrayValue &list, const Node &site) {
  if (!isLocal(list) || !run()->step()) {
    run()->hasFailed = true;
    return nullptr;
  }
  ++run()->effects;
  ++run()->lastingEffects;
  run()->writers[&list].push_back(&site);
  auto &storage = run()->elements[&list];
  if (!storage)
    storage = std::make_unique<std::vector<const Value *>>(list.elements.vec());
  return storage.get();
}

void OwnObjects::changed(const ArrayValue &list) {
  const std::vector<const Value *> &elements = *run()->elements[&list];
  if (elements.size() > maxArrayElements)
    run()->hasFailed = true;
  run()->own(list)->elements = elements;
}

void OwnObjects::setProperty(const ObjectValue &object, llvm::StringRef key, const Value *value,
                             const Node &site) {
  if (!isLocal(object) || !run()->step() || key == "__proto__") {
    run()->hasFailed = true;
    return;
  }
  ++run()->effects;
  ++run()->lastingEffects;
  run()->writers[&object].push_back(&site);
  auto &storage = run()->properties[&object];
  if (!storage)
    storage = std::make_unique<PropertyStorage>(
        PropertyStorage{object.properties.vec(), object.byKey.vec()});
  auto &[list, byKey] = *storage;
  auto at = llvm::lower_bound(
      byKey, key, [&](uint32_t index, llvm::StringRef k) { return list[index].key < k; });
  bool isThere = at != byKey.end() && list[*at].key == key;
  if (!spend(value && isThere ? 1 : list.size()))
    run()->hasFailed = true;
  if (value && isThere) {
    list[*at].value = value;
  } else if (value) {
    byKey.insert(at, list.size());
    list.push_back({key, value, &site});
  } else if (isThere) {
    uint32_t gone = *at;
    byKey.erase(at);
    list.erase(list.begin() + gone);
    for (uint32_t &index : byKey)
      index -= index > gone;
  }
  ObjectValue &changed = *run()->own(object);
  changed.properties = list;
  changed.byKey = byKey;
}

/// True if the arguments of a call of the host tell members of its result, like the text of a
/// URL.
bool OwnObjects::isToldByArguments(const Value &value) const {
  const auto *result = llvm::dyn_cast<ResultValue>(&value);
  return result &&
         (result->callee->path == "global:URL"_api || definitionResultOf(result->callee->path));
}

void OwnObjects::setMember(const Value &object, llvm::StringRef key, const Value &value,
                           const Node &site) {
  if (run()->thrown || run()->hasFailed)
    return;
  switch (object.kind) {
  case ValueKind::Array: {
    const auto &list = llvm::cast<ArrayValue>(object);
    std::optional<size_t> index = indexOf(key);
    std::optional<double> length = key == "length" ? conversions().numberOf(value) : std::nullopt;
    bool isLength = length && *length >= 0 && *length <= static_cast<double>(maxArrayElements);
    std::vector<const Value *> *elements = index || isLength ? changeElements(list, site) : nullptr;
    if (!elements) {
      run()->hasFailed = true;
      return;
    }
    const Value *hole = &make<UndefinedValue>(&site);
    if (isLength)
      elements->resize(static_cast<size_t>(*length), hole);
    else if (*index >= elements->size())
      elements->resize(*index + 1, hole);
    if (index)
      (*elements)[*index] = &value;
    return changed(list);
  }
  case ValueKind::Object:
    return setProperty(llvm::cast<ObjectValue>(object), key, &value, site);
  case ValueKind::Instance: {
    const auto &instance = llvm::cast<InstanceValue>(object);
    if (!instance.fields || classes().hasSetter(*instance.type, key)) {
      run()->hasFailed = true;
      return;
    }
    return setProperty(*instance.fields, key, &value, site);
  }
  case ValueKind::Result:
    run()->hasFailed |= isToldByArguments(object);
    return;
  case ValueKind::Api:
  case ValueKind::Unknown:
    return; // what the host keeps is read back as the host's
  default:
    run()->hasFailed = true;
  }
}

/// After `object[key] = …` by an unknown key any member may be another.
void OwnObjects::setUnknownMember(const Value &object, const Node &site) {
  if (!llvm::isa<ApiValue, ResultValue, UnknownValue>(object) || isToldByArguments(object))
    interpreter().fail(site);
}

void OwnObjects::deleteMember(const Value &object, llvm::StringRef key, const Node &site) {
  const auto *instance = llvm::dyn_cast<InstanceValue>(&object);
  const auto *known = instance ? instance->fields : llvm::dyn_cast<ObjectValue>(&object);
  if (known)
    return setProperty(*known, key, nullptr, site);
  setUnknownMember(object, site);
}

/// Marks a value that other code gets hold of and may change.
void OwnObjects::escape(const Value &value, unsigned nesting) {
  if (!run() || nesting == 0)
    return;
  if (const auto *function = llvm::dyn_cast<FunctionValue>(&value)) {
    // it may be called there and then
    run()->hasFailed |= function->environment && !function->environment->code;
    return;
  }
  if (const ArrayValue *elements = knownCollections().elementsKnownOf(value))
    return escape(*elements, nesting);
  if (!isLocal(value)) {
    if (const auto *instance = llvm::dyn_cast<InstanceValue>(&value); instance && instance->fields)
      escape(*instance->fields, nesting);
    return;
  }
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&value)) {
    run()->own(*list)->open = true;
    for (const Value *element : list->elements)
      escape(*element, nesting - 1);
  } else if (const auto *object = llvm::dyn_cast<ObjectValue>(&value)) {
    run()->own(*object)->open = true;
    for (const PropertyValue &property : object->properties)
      escape(*property.value, nesting - 1);
  }
}

const Value *OwnObjects::changeByHost(llvm::StringRef path, Arguments arguments, const Node &site) {
  static constexpr llvm::StringLiteral changing[] = {
      "assign", "defineProperty", "defineProperties", "setPrototypeOf", "set", "deleteProperty"};
  if (!path.consume_front("global:Object."_api) && !path.consume_front("global:Reflect."_api))
    return nullptr;
  if (!llvm::is_contained(changing, path) || arguments.empty())
    return nullptr;
  const auto *target = llvm::dyn_cast<ObjectValue>(arguments[0]);
  if (!target && llvm::isa<ApiValue, ResultValue, UnknownValue>(arguments[0]))
    return nullptr;
  if (path == "assign" && target) {
    for (const Value *source : arguments.drop_front()) {
      const auto *known = llvm::dyn_cast<ObjectValue>(source);
      if (known && !known->open)
        for (const PropertyValue &property : llvm::to_vector(known->properties))
          setProperty(*target, property.key, property.value, site);
      else if (!llvm::isa<UndefinedValue, NullValue>(source))
        return &interpreter().fail(site);
    }
    return target;
  }
  std::optional<std::string> key =
      arguments.size() > 2 ? conversions().textOf(*arguments[1]) : std::nullopt;
  const auto *descriptor =
      arguments.size() > 2 ? llvm::dyn_cast<ObjectValue>(arguments[2]) : nullptr;
  const PropertyValue *value = descriptor ? descriptor->find("value") : nullptr;
  if (path != "defineProperty" || !target || !key || !value)
    return &interpreter().fail(site);
  setProperty(*target, strings().save(llvm::StringRef(*key)), value->value, site);
  return target;
}

const Value *OwnObjects::changeLocalArray(const ArrayValue &list, llvm::StringRef key,
                                          Arguments arguments, const Node &site) {
  if (!changesArray(key))
    return nullptr;
  std::optional<FoldArray::ArrayChange> change;
  if (key == "sort" && !arguments.empty() && !llvm::isa<UndefinedValue>(arguments[0])) {
    const Value *sorted = callbacks().sortWithCallback(list, *arguments[0], site);
    if (const auto *after = llvm::dyn_cast_or_null<ArrayValue>(sorted))
      change = {after, after};
  } else if (key != "push" && key != "pop") {
    change = foldArray().changeArray(list, key, arguments, site);
  }
  bool isAtEnd = (key == "push" || key == "pop") && !list.open;
  std::vector<const Value *> *elements = change || isAtEnd ? changeElements(list, site) : nullptr;
  if (!elements)
    return &interpreter().fail(site);
  const Value *result = nullptr;
  if (change) {
    if (!spend(elements->size()))
      return &interpreter().fail(site);
    *elements = change->after->elements.vec();
    result = change->result == change->after ? &list : change->result;
  } else if (key == "push") {
    elements->insert(elements->end(), arguments.begin(), arguments.end());
    result = &number(elements->size(), &site);
  } else {
    result = elements->empty() ? &make<UndefinedValue>(&site) : elements->back();
    if (!elements->empty())
      elements->pop_back();
  }
  changed(list);
  return result;
}

} // namespace agentc
