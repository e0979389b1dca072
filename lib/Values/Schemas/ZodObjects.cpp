#include "Zod.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

SchemaNode &copied(const ZodCall &call, SchemaNode &base) {
  return call.reader.copyOf(base, call.site, false);
}

SchemaNode &withRest(const ZodCall &call, SchemaNode &base) {
  SchemaNode &node = copied(call, base);
  if (call.name == "catchall") {
    node.rest = call.part(0);
    node.hasRest = true;
  } else if (call.name == "strip" || call.name == "nonstrict") {
    setRest(node, nullptr);
  } else {
    setRest(node, &call.node(call.name == "strict" ? SchemaKind::Never : SchemaKind::Anything));
  }
  return node;
}

SchemaNode &extended(const ZodCall &call, SchemaNode &base) {
  SchemaNode &node = copied(call, base);
  size_t before = node.problems.size();
  if (const Value *shape = call[0])
    call.reader.addShape(node, *shape);
  // members that are not known may replace those that are
  if (node.problems.size() > before)
    for (size_t i = 0; i < base.members.size(); ++i)
      if (node.members[i].part.value == base.members[i].part.value &&
          node.members[i].part.node == base.members[i].part.node)
        node.members[i].part = {nullptr,
                                &call.unknown("it may be replaced by a member that is not known")};
  return node;
}

SchemaNode &merged(const ZodCall &call, SchemaNode &base) {
  SchemaPart part = call.part(0);
  SchemaNode &other = call.reader.read(part);
  if (other.kind != SchemaKind::Object)
    return call.unknown("what it is merged with is not known");
  SchemaNode &node = copied(call, base);
  node.copied = nullptr;
  for (const SchemaMember &member : other.members)
    call.reader.addMember(node, member.key, member.part);
  call.reader.takeProblems(node, other);
  node.notes = other.notes;
  node.rest = other.rest;
  node.hasRest = other.hasRest;
  return node;
}

/// The keys that a mask (`{city: true}`) selects; std::nullopt if they are not known.
std::optional<llvm::StringSet<>> selected(const ZodCall &call) {
  const auto *mask = llvm::dyn_cast_or_null<ObjectValue>(call[0]);
  if (!mask || mask->open)
    return std::nullopt;
  llvm::StringSet<> keys;
  for (const PropertyValue &property : mask->properties) {
    const auto *isSelected = llvm::dyn_cast<BooleanValue>(property.value);
    if (!isSelected || property.mayDiffer)
      return std::nullopt;
    if (isSelected->value)
      keys.insert(property.key);
  }
  return keys;
}

SchemaNode &masked(const ZodCall &call, SchemaNode &base) {
  std::optional<llvm::StringSet<>> keys = selected(call);
  if (!keys)
    return call.unknown("which members it keeps is not known");
  SchemaNode &node = copied(call, base);
  node.members.clear();
  node.memberIndex.clear();
  bool picks = call.name == "pick";
  // in the order of the mask, as zod does
  if (picks) {
    for (const PropertyValue &property : llvm::cast<ObjectValue>(call[0])->properties) {
      auto found = base.memberIndex.find(property.key);
      if (found != base.memberIndex.end() && keys->contains(property.key))
        call.reader.addMember(node, property.key.str(), base.members[found->second].part);
      else if (keys->contains(property.key))
        node.problems.push_back({"", property.site, "a member that it keeps is not known"});
    }
    return node;
  }
  for (const SchemaMember &member : base.members)
    if (!keys->contains(member.key))
      call.reader.addMember(node, member.key, member.part);
  return node;
}

/// `partial` and `required`: all members, or those that a mask selects, in another schema.
SchemaNode &rewrapped(const ZodCall &call, SchemaNode &base) {
  const Value *mask = call[0];
  bool isAll = !mask || llvm::isa<UndefinedValue, StringValue>(mask);
  std::optional<llvm::StringSet<>> keys = isAll ? std::nullopt : selected(call);
  if (!isAll && !keys)
    return call.unknown("which members may be left out is not known");
  SchemaKind kind = call.name == "required" ? SchemaKind::NonOptional : SchemaKind::Optional;
  SchemaNode &node = copied(call, base);
  for (SchemaMember &member : node.members)
    if (isAll || keys->contains(member.key)) {
      member.part = {nullptr, &call.wrap(kind, member.part)};
      member.part.node->isDerived = true;
    }
  return node;
}

SchemaNode &keys(const ZodCall &call, SchemaNode &base) {
  SchemaNode &node = call.node(SchemaKind::Enum);
  node.problems = base.problems;
  for (const SchemaMember &member : base.members)
    node.entries.push_back({member.key, member.key});
  if (node.problems.empty())
    node.value = Json(zodEnumValues(node.entries));
  return node;
}

SchemaNode &withKey(const ZodCall &call, SchemaNode &base) {
  SchemaNode &node = copied(call, base);
  std::optional<std::string> key = call.reader.text(call[0], node, "");
  if (key)
    call.reader.addMember(node, *key, call.part(1));
  return node;
}

constexpr ZodDerivation objectDerivations[] = {
    {"catchall", withRest}, {"passthrough", withRest}, {"loose", withRest},
    {"strict", withRest},   {"strip", withRest},       {"nonstrict", withRest},
    {"extend", extended},   {"augment", extended},     {"safeExtend", extended},
    {"merge", merged},      {"pick", masked},          {"omit", masked},
    {"partial", rewrapped}, {"required", rewrapped},   {"exactPartial", rewrapped},
    {"keyof", keys},        {"setKey", withKey},
};

} // namespace

SchemaNode *zodDerivedObject(const ZodCall &call, SchemaNode &base) {
  for (const ZodDerivation &derivation : objectDerivations)
    if (call.name == derivation.name)
      return &derivation.derive(call, base);
  return nullptr;
}

Json::array_t zodEnumValues(llvm::ArrayRef<std::pair<std::string, Json>> entries) {
  // a TypeScript enum of numbers also names each number's name
  llvm::StringSet<> numbers;
  for (const auto &[key, value] : entries)
    if (value.is_number())
      numbers.insert(value.dump());
  Json::array_t values;
  for (const auto &[key, value] : entries)
    if (!numbers.contains(key))
      values.push_back(value);
  return values;
}

SchemaNode *zodDerivedEnum(const ZodCall &call, SchemaNode &base) {
  if (call.name != "extract" && call.name != "exclude")
    return nullptr;
  SchemaNode &node = call.reader.copyOf(base, call.site, false);
  node.checks.clear();
  node.notes.clear();
  Json given = call[0] ? call.reader.constant(*call[0], node, "enum") : Json();
  llvm::StringMap<const Json *> values;
  for (const auto &[key, value] : base.entries)
    values[key] = &value;
  // what is extracted comes in the order that it is asked for
  llvm::StringSet<> names;
  node.entries.clear();
  for (const Json &name : given.is_array() ? given : Json::array())
    if (name.is_string() && names.insert(name.get<std::string>()).second)
      if (const Json *value = values.lookup(name.get<std::string>());
          value && call.name == "extract")
        node.entries.push_back({name.get<std::string>(), *value});
  for (const auto &entry : base.entries)
    if (call.name == "exclude" && !names.contains(entry.first))
      node.entries.push_back(entry);
  if (!given.is_array() && node.problems.empty())
    node.problems.push_back({"enum", call.site, "which values it keeps is not known"});
  node.value.reset();
  if (node.problems.empty())
    node.value = Json(zodEnumValues(node.entries));
  return &node;
}

} // namespace agentc::schemas
