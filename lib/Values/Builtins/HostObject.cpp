#include "Builtins/HostObject.h"

#include "Abstract/ConstructorFunctions.h"
#include "Abstract/Members.h"
#include "Builtins/Conversions.h"
#include "Builtins/FoldString.h"
#include "Builtins/Numbers.h"
#include "Builtins/Operators.h"

#include "agentc/Program/Names.h"
#include "agentc/Values/ApiPath.h"

#include <cmath>

namespace agentc {

using namespace ast;

namespace {

bool isAccessor(const PropertyValue &property) {
  const auto *written = property.site ? llvm::dyn_cast<Property>(property.site->parent) : nullptr;
  return written && written->propertyKind != PropertyKind::Init;
}

/// True if the array was made only by a literal's brackets, so that it has no properties of its
/// own but indices and `length` (the result of `match` has more).
bool isPlainArray(const ArrayValue &list) {
  return !list.open && list.origin && llvm::isa<ArrayExpression>(list.origin);
}

} // namespace

std::optional<HostObject::OwnProperties> HostObject::ownProperties(const Value &value,
                                                                   const Node &site) {
  OwnProperties properties;
  if (const auto *known = llvm::dyn_cast<ObjectValue>(&value)) {
    if (known->open || !spend(known->properties.size() * propertyWork))
      return std::nullopt;
    properties.assign(known->properties.begin(), known->properties.end());
    // ECMA-262 OrdinaryOwnPropertyKeys: indices first, in ascending order
    auto rank = [](const PropertyValue &property) {
      std::optional<uint32_t> index = arrayIndex(property.key);
      return index ? static_cast<double>(*index) : INFINITY;
    };
    llvm::stable_sort(properties, [&](const PropertyValue &a, const PropertyValue &b) {
      return rank(a) < rank(b);
    });
    return properties;
  }
  if (const auto *space = llvm::dyn_cast<NamespaceValue>(&value)) {
    if (space->module->goal != Goal::Module)
      return std::nullopt;
    ExportedNames exported = exportedNamesOf(*space->module);
    if (!exported.isWhole || !spend(exported.names.size() * propertyWork))
      return std::nullopt;
    for (const std::string &name : exported.names)
      properties.push_back(
          {strings().save(llvm::StringRef(name)), &members().member(value, name, &site), &site});
    return properties;
  }
  const Value *list = llvm::isa<StringValue, ArrayValue>(value) ? &value : nullptr;
  if (const auto *text = llvm::dyn_cast_or_null<StringValue>(list)) {
    size_t length = foldString().utf16Of(*text)->size();
    if (length > maxArrayElements || !spend(length * propertyWork))
      return std::nullopt;
    for (size_t i = 0; i < length; ++i) {
      llvm::StringRef key = strings().save(std::to_string(i));
      properties.push_back({key, foldString().memberOfString(*text, key, &site), &site});
    }
    return properties;
  }
  if (!list || !llvm::isa<ArrayValue>(list) || !isPlainArray(llvm::cast<ArrayValue>(*list)))
    return std::nullopt;
  const auto &elements = llvm::cast<ArrayValue>(*list).elements;
  if (!spend(elements.size() * propertyWork))
    return std::nullopt;
  for (size_t i = 0; i < elements.size(); ++i) {
    // it may be a hole
    if (llvm::isa<UndefinedValue>(elements[i]))
      return std::nullopt;
    properties.push_back({strings().save(std::to_string(i)), elements[i], &site});
  }
  return properties;
}

std::optional<bool> HostObject::hasOwn(const Value &value, llvm::StringRef key) {
  if (const auto *known = llvm::dyn_cast<ObjectValue>(&value)) {
    if (known->find(key))
      return true;
    return known->open ? std::nullopt : std::optional(false);
  }
  std::optional<uint32_t> index = arrayIndex(key);
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&value)) {
    if (key == "length")
      return true;
    if (!index || !isPlainArray(*list))
      return std::nullopt;
    if (*index >= list->elements.size())
      return false;
    return llvm::isa<UndefinedValue>(list->elements[*index]) ? std::nullopt : std::optional(true);
  }
  if (const auto *text = llvm::dyn_cast<StringValue>(&value))
    return key == "length" || (index && *index < foldString().utf16Of(*text)->size());
  return std::nullopt;
}

const Value *HostObject::invokeObjectFunction(llvm::StringRef name, Arguments arguments,
                                              const Node &site) {
  if (arguments.empty())
    return nullptr;
  const Value &first = *arguments[0];
  if (name == "freeze" || name == "seal" || name == "preventExtensions")
    return &first;
  if (name == "getPrototypeOf") {
    const Value *known = constructorFunctions().prototypeBehind(first, site);
    return known ? known : &prototypeOf(first, &site);
  }
  if (name == "getOwnPropertyDescriptor" && arguments.size() >= 2) {
    if (const auto *keys = llvm::dyn_cast<UnionValue>(arguments[1])) {
      llvm::SmallVector<const Value *, 8> descriptors;
      for (const Value *key : keys->alternatives)
        if (const Value *one = invokeObjectFunction(name, {&first, key}, site))
          descriptors.push_back(one);
      return &unite(descriptors, &site);
    }
    std::optional<std::string> key = conversions().textOf(*arguments[1]);
    if (key && hasOwn(first, *key) == false)
      return &make<UndefinedValue>(&site);
    if (!key)
      return &object({{"value", &members().memberByUnknownKey(first, &site), &site}}, true, &site);
    return &descriptorOf(first, *key, site);
  }
  if (name == "assign")
    return assign(arguments, site);
  if (name == "fromEntries")
    return fromEntries(first, site);
  if (name == "is" && arguments.size() >= 2)
    return isSameValue(first, *arguments[1], site);
  if ((name == "hasOwn" || name == "has") && arguments.size() >= 2) {
    std::optional<std::string> key = conversions().textOf(*arguments[1]);
    if (key && name == "has")
      return operators().operateOnConstants("in", string(*key, &site), first, site);
    std::optional<bool> has = key ? hasOwn(first, *key) : std::nullopt;
    return has ? &make<BooleanValue>(*has, &site) : nullptr;
  }
  return listProperties(name, first, site);
}

const Value &HostObject::prototypeOf(const Value &value, const Node *site) {
  switch (value.kind) {
  case ValueKind::Union: {
    llvm::ArrayRef<const Value *> alternatives = llvm::cast<UnionValue>(value).alternatives;
    auto isUnknown = [](const Value *one) { return llvm::isa<UnknownValue>(one); };
    auto isOwn = [](const Value *one) {
      return llvm::isa<InstanceValue, UnknownValue, UndefinedValue, NullValue>(one);
    };
    // what gets mixed with anything says nothing for sure
    if (llvm::any_of(alternatives, isUnknown) && !llvm::all_of(alternatives, isOwn))
      return api("any:prototype"_api, site);
    llvm::SmallVector<const Value *, 8> prototypes;
    for (const Value *alternative : alternatives)
      if (!llvm::isa<UndefinedValue, NullValue>(alternative)) // asking throws
        prototypes.push_back(&prototypeOf(*alternative, site));
    return unite(prototypes, site);
  }
  case ValueKind::String:
    return api("global:String.prototype"_api, site);
  case ValueKind::Number:
    return api("global:Number.prototype"_api, site);
  case ValueKind::RegExp:
    return api("global:RegExp.prototype"_api, site);
  case ValueKind::Function:
  case ValueKind::Class:
    return api("global:Function.prototype"_api, site);
  case ValueKind::Instance:
    return value;
  case ValueKind::Array:
    return api("global:Array.prototype"_api, site);
  case ValueKind::Object:
    return api("global:Object.prototype"_api, site);
  default:
    return api("any:prototype"_api, site);
  }
}

const Value &HostObject::descriptorOf(const Value &value, llvm::StringRef key, const Node &site) {
  const auto *known = llvm::dyn_cast<ObjectValue>(&value);
  const PropertyValue *property = known ? known->find(key) : nullptr;
  // open, since the other attributes aren't followed through `freeze` and `defineProperty`
  if (property && isAccessor(*property))
    return object({{"get", &eval(*property->site), &site}}, true, &site);
  return object({{"value", &members().member(value, strings().save(key), &site), &site}}, true,
                &site);
}

const Value *HostObject::assign(Arguments arguments, const Node &site) {
  const auto *target = llvm::dyn_cast<ObjectValue>(arguments[0]);
  if (!target || !spend(target->properties.size() * propertyWork))
    return nullptr;
  llvm::SmallVector<PropertyValue, 8> properties(target->properties.begin(),
                                                 target->properties.end());
  llvm::StringMap<size_t> indices;
  for (const PropertyValue &property : properties)
    indices.try_emplace(property.key, indices.size());
  bool open = target->open;
  // what comes by a name that isn't known may replace what is there
  auto loseValues = [&] {
    open = true;
    for (PropertyValue &property : properties)
      property.mayDiffer = true;
  };
  for (const Value *source : arguments.drop_front()) {
    if (llvm::isa<UndefinedValue, NullValue, BooleanValue, NumberValue, BigIntValue>(source))
      continue;
    std::optional<OwnProperties> own;
    // what is known of an open object is worth keeping
    if (const auto *known = llvm::dyn_cast<ObjectValue>(source); known && known->open) {
      if (!spend(known->properties.size() * propertyWork))
        return &unknown(UnknownReason::Limit, &site);
      own.emplace(known->properties.begin(), known->properties.end());
      loseValues();
    } else if (own = ownProperties(*source, site); !own) {
      loseValues();
    }
    for (const PropertyValue &property : own ? *own : OwnProperties()) {
      // assigning it sets the prototype
      open |= property.key == "__proto__";
      if (property.key == "__proto__")
        continue;
      auto [slot, fresh] = indices.try_emplace(property.key, properties.size());
      if (fresh)
        properties.push_back(property);
      else
        properties[slot->second] = property;
    }
  }
  return &object(properties, open, target->origin);
}

const Value *HostObject::fromEntries(const Value &entries, const Node &site) {
  const auto *list = llvm::dyn_cast<ArrayValue>(&entries);
  if (!list || list->open || !spend(list->elements.size() * propertyWork))
    return nullptr;
  OwnProperties properties;
  llvm::StringMap<size_t> indices;
  for (const Value *element : list->elements) {
    const auto *pair = llvm::dyn_cast<ArrayValue>(element);
    if (!pair || pair->open)
      return nullptr;
    const Value &missing = make<UndefinedValue>(&site);
    const Value &keyValue = pair->elements.empty() ? missing : *pair->elements[0];
    std::optional<std::string> key = conversions().textOf(keyValue);
    if (!key)
      return nullptr;
    const Value *value = pair->elements.size() > 1 ? pair->elements[1] : &missing;
    auto [slot, fresh] = indices.try_emplace(*key, properties.size());
    if (fresh)
      properties.push_back({strings().save(llvm::StringRef(*key)), value, element->origin});
    else
      properties[slot->second].value = value;
  }
  return &object(properties, false, &site);
}

const Value *HostObject::isSameValue(const Value &left, const Value &right, const Node &site) {
  const auto *a = llvm::dyn_cast<NumberValue>(&left), *b = llvm::dyn_cast<NumberValue>(&right);
  if (a && b) {
    bool same = std::isnan(a->value)
                    ? std::isnan(b->value)
                    : a->value == b->value && std::signbit(a->value) == std::signbit(b->value);
    return &make<BooleanValue>(same, &site);
  }
  std::optional<bool> same = operators().isStrictlyEqual(left, right);
  return same ? &make<BooleanValue>(*same, &site) : nullptr;
}

const Value *HostObject::listProperties(llvm::StringRef name, const Value &value,
                                        const Node &site) {
  bool isNames = name == "getOwnPropertyNames" || name == "ownKeys";
  if (name != "keys" && name != "values" && name != "entries" && !isNames)
    return nullptr;
  if (const auto *either = llvm::dyn_cast<UnionValue>(&value)) {
    llvm::SmallVector<const Value *, 8> lists;
    for (const Value *one : either->alternatives)
      if (const Value *list = listProperties(name, *one, site))
        lists.push_back(list);
    return lists.size() == either->alternatives.size() ? &unite(lists, &site) : nullptr;
  }
  // an array's names end with `length`, and ownKeys takes no text
  if (isNames && !llvm::isa<ObjectValue>(value))
    return nullptr;
  std::optional<OwnProperties> properties = ownProperties(value, site);
  if (!properties)
    return nullptr;
  llvm::SmallVector<const Value *, 8> list;
  for (const PropertyValue &property : *properties) {
    const Value &key = string(property.key, property.site);
    if (name == "values")
      list.push_back(property.value);
    else if (name == "entries")
      list.push_back(&array({&key, property.value}, false, property.site));
    else
      list.push_back(&key);
  }
  return &array(list, false, &site);
}

} // namespace agentc
