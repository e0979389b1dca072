// Makes a schema from another: a method in zod, a function of its first argument in zod/mini.
#include "Zod.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

template <SchemaKind kind> SchemaNode &wrappedBase(const ZodCall &call, SchemaNode &base) {
  return call.wrap(kind, {nullptr, &base});
}

SchemaNode &nullishBase(const ZodCall &call, SchemaNode &base) {
  return call.wrap(SchemaKind::Optional, {nullptr, &wrappedBase<SchemaKind::Nullable>(call, base)});
}

template <SchemaKind kind> SchemaNode &joinedWith(const ZodCall &call, SchemaNode &base) {
  SchemaNode &node = wrappedBase<kind>(call, base);
  node.parts.push_back(call.part(0));
  return node;
}

SchemaNode &transformedBase(const ZodCall &call, SchemaNode &base) {
  SchemaNode &node = wrappedBase<SchemaKind::Pipe>(call, base);
  node.parts.push_back({nullptr, &call.node(SchemaKind::Transform)});
  node.notes.push_back({"", call.site, "a function changes the value (transform)"});
  return node;
}

/// `default`, `prefault` and `catch`: what stands in for a value.
template <SchemaKind kind> SchemaNode &withDefault(const ZodCall &call, SchemaNode &base) {
  SchemaNode &node = wrappedBase<kind>(call, base);
  const Value *given = call[0];
  if (!given || llvm::isa<UndefinedValue>(given))
    return node;
  bool isFunction = llvm::isa<FunctionValue>(given);
  const Value *value = isFunction ? call.reader.called(*given) : given;
  SchemaNode &scratch = call.node(SchemaKind::Given);
  Json json = value ? call.reader.constant(*value, scratch, "default") : Json();
  if (value && scratch.problems.empty())
    node.value = std::move(json);
  else if (isFunction || (value && llvm::isa<ResultValue, BigIntValue>(value)))
    node.notes.push_back({"", given->origin, "its default is computed when it is needed"});
  else
    node.problems = std::move(scratch.problems);
  return node;
}

SchemaNode &described(const ZodCall &call, SchemaNode &base) {
  SchemaNode &node = call.reader.copyOf(base, call.site, true);
  node.meta = Json::object();
  if (std::optional<std::string> text = call.reader.text(call[0], node, "description"))
    (*node.meta)["description"] = std::move(*text);
  return node;
}

/// The words that an object holds, given to a schema.
void giveWords(const ZodCall &call, SchemaNode &node, const Value *words) {
  Json json = words ? call.reader.constant(*words, node, "") : Json();
  node.meta = json.is_object() ? std::move(json) : Json::object();
}

SchemaNode &withMeta(const ZodCall &call, SchemaNode &base) {
  SchemaNode &node = call.reader.copyOf(base, call.site, true);
  giveWords(call, node, call[0]);
  return node;
}

SchemaNode &registered(const ZodCall &call, SchemaNode &base) {
  const auto *registry = llvm::dyn_cast_or_null<ApiValue>(call[0]);
  if (registry && registry->path.ends_with("globalRegistry"))
    giveWords(call, base, call[1]);
  return base;
}

SchemaNode &checked(const ZodCall &call, SchemaNode &base) {
  SchemaNode &node = call.reader.copyOf(base, call.site, true);
  addZodChecks(call, node, call.arguments);
  return node;
}

SchemaNode &same(const ZodCall &, SchemaNode &base) { return base; }

SchemaNode &cloned(const ZodCall &call, SchemaNode &base) {
  const Value *definition = call[0];
  if (definition && !llvm::isa<UndefinedValue>(definition))
    return call.unknown("a clone by another definition is not read");
  return call.reader.copyOf(base, call.site, true);
}

SchemaNode &unwrapped(const ZodCall &call, SchemaNode &base) {
  bool holds =
      isWrapper(base.kind) || base.kind == SchemaKind::Nullable || base.kind == SchemaKind::Array;
  if (!holds || base.parts.empty())
    return call.unknown("it holds no other schema");
  return call.reader.read(base.parts[0]);
}

constexpr ZodDerivation zodDerivations[] = {
    {"optional", wrappedBase<SchemaKind::Optional>},
    {"exactOptional", wrappedBase<SchemaKind::Optional>},
    {"nullable", wrappedBase<SchemaKind::Nullable>},
    {"nullish", nullishBase},
    {"nonoptional", wrappedBase<SchemaKind::NonOptional>},
    {"readonly", wrappedBase<SchemaKind::Readonly>},
    {"promise", wrappedBase<SchemaKind::Promise>},
    {"array", wrappedBase<SchemaKind::Array>},
    {"or", joinedWith<SchemaKind::Union>},
    {"and", joinedWith<SchemaKind::Intersection>},
    {"pipe", joinedWith<SchemaKind::Pipe>},
    {"transform", transformedBase},
    {"default", withDefault<SchemaKind::Default>},
    {"_default", withDefault<SchemaKind::Default>},
    {"prefault", withDefault<SchemaKind::Prefault>},
    {"catch", withDefault<SchemaKind::Catch>},
    {"_catch", withDefault<SchemaKind::Catch>},
    {"describe", described},
    {"meta", withMeta},
    {"register", registered},
    {"check", checked},
    {"with", checked},
    {"brand", same},
    {"clone", cloned},
    {"unwrap", unwrapped},
    {"removeDefault", unwrapped},
    {"removeCatch", unwrapped},
    {"innerType", unwrapped},
    {"sourceType", unwrapped},
};

} // namespace

SchemaNode *zodDerived(const ZodCall &call, SchemaNode &base) {
  for (const ZodDerivation &derivation : zodDerivations)
    if (call.name == derivation.name)
      return &derivation.derive(call, base);
  if (base.kind == SchemaKind::Object)
    return zodDerivedObject(call, base);
  if (base.kind == SchemaKind::Enum)
    return zodDerivedEnum(call, base);
  if (base.kind == SchemaKind::Tuple && call.name == "rest") {
    SchemaNode &node = call.reader.copyOf(base, call.site, false);
    node.rest = call.part(0);
    node.hasRest = true;
    return &node;
  }
  return nullptr;
}

/// True if a method's wrapper has the description of its inner schema in zod 3.
static bool takesOverWords(const SchemaNode &wrapper, const SchemaNode &held) {
  return !wrapper.parts.empty() && wrapper.parts[0].node == &held &&
         wrapper.kind != SchemaKind::Array && wrapper.kind != SchemaKind::Readonly;
}

static bool isChecking(llvm::StringRef name) {
  return name == "refine" || name == "superRefine" || name == "refinement";
}

SchemaNode &zodMethod(Reader &reader, SchemaNode &base, llvm::StringRef name,
                      const ResultValue &result) {
  ZodCall call{reader, name, reader.argumentsOf(result), result.origin};
  if (name == "toJSONSchema")
    return zodAsJsonSchema(call, {nullptr, &base}, call[0]);
  if (base.kind == SchemaKind::Unresolved) {
    // what is done to something unknown leaves it unknown, but for the words given to it
    SchemaNode *derived = zodDerived(call, base);
    return derived ? *derived : base;
  }
  if (SchemaNode *derived = zodDerived(call, base)) {
    derived->isDerived |= takesOverWords(*derived, base);
    return *derived;
  }
  SchemaNode &node = reader.copyOf(base, call.site, true);
  size_t known = node.checks.size();
  if (addZodCheck(call, node)) {
    if (isChecking(name)) {
      node.copied = nullptr;
      node.checkedByCode = &base;
    } else if (node.checks.size() == known) {
      node.checks.emplace_back(SchemaCheck::Kind::Other);
    }
    for (SchemaCheck &check : llvm::MutableArrayRef(node.checks).drop_front(known))
      check.method = name.str();
    return node;
  }
  return call.unknown(("`" + name + "` is not a method that agentc reads").str());
}

namespace {

/// The schema that the first of the names leads to, and how many names that took; null if it
/// leads to none.
SchemaNode *stepInto(Reader &reader, SchemaNode &base, Steps steps, size_t &taken) {
  llvm::StringRef name = steps.front();
  auto part = [&](size_t index) {
    return index < base.parts.size() ? &reader.read(base.parts[index]) : nullptr;
  };
  taken = 1;
  if (base.kind == SchemaKind::Object && name == "shape" && steps.size() > 1) {
    taken = 2;
    // a key with a dot in it looks like two names
    for (const SchemaMember &member : base.members)
      if (llvm::StringRef(member.key).starts_with((steps[1] + ".").str()))
        return nullptr;
    auto found = base.memberIndex.find(steps[1]);
    return found == base.memberIndex.end() ? nullptr
                                           : &reader.read(base.members[found->second].part);
  }
  bool isList = (base.kind == SchemaKind::Union && name == "options") ||
                (base.kind == SchemaKind::Tuple && name == "items");
  size_t index = 0;
  if (isList && steps.size() > 1 && !steps[1].getAsInteger(10, index)) {
    taken = 2;
    return base.problems.empty() ? part(index) : nullptr;
  }
  if (base.kind == SchemaKind::Array && name == "element")
    return part(0);
  if (base.kind == SchemaKind::Record)
    return llvm::StringSwitch<SchemaNode *>(name)
        .Cases("keyType", "keySchema", part(0))
        .Cases("valueType", "valueSchema", "element", part(1))
        .Default(nullptr);
  if (base.kind == SchemaKind::Pipe)
    return name == "in" ? part(0) : name == "out" ? part(1) : nullptr;
  return nullptr;
}

/// Follows the names to the last schema; `rest` are those after it.
SchemaNode &follow(Reader &reader, SchemaNode &base, Steps steps, Steps &rest) {
  SchemaNode *at = &base;
  rest = steps;
  while (!rest.empty()) {
    size_t taken = 0;
    SchemaNode *next = at->library ? stepInto(reader, *at, rest, taken) : nullptr;
    if (!next)
      break;
    at = next;
    rest = rest.drop_front(taken);
  }
  return *at;
}

} // namespace

SchemaNode &zodMember(Reader &reader, SchemaNode &base, Steps steps, const ast::Node *site) {
  Steps rest;
  SchemaNode &found = follow(reader, base, steps, rest);
  if (rest.empty())
    return found;
  return reader.unresolved(site, found.kind == SchemaKind::Unresolved && !found.problems.empty()
                                     ? found.problems.front().message
                                     : ("`" + rest.front() + "` of it is not known").str());
}

std::optional<Json> zodConstant(Reader &reader, SchemaNode &base, Steps steps) {
  Steps rest;
  SchemaNode &found = follow(reader, base, steps, rest);
  if (rest.empty() || !found.problems.empty())
    return std::nullopt;
  bool isEnum = found.kind == SchemaKind::Enum && found.value;
  if (isEnum && rest.size() == 1 && rest[0] == "options")
    return *found.value;
  size_t index = 0;
  if (isEnum && rest.size() == 2 && rest[0] == "options" && !rest[1].getAsInteger(10, index) &&
      index < found.value->size())
    return (*found.value)[index];
  if (found.kind == SchemaKind::Literal && rest.size() == 1 && rest[0] == "value" && found.value &&
      found.value->size() == 1)
    return found.value->front();
  if (!isEnum || rest.size() > 2 || (rest[0] != "enum" && rest[0] != "Enum" && rest[0] != "Values"))
    return std::nullopt;
  Json::object_t all;
  for (const auto &[key, value] : found.entries) {
    if (rest.size() == 2 && key == rest[1])
      return value;
    all.push_back({key, value});
  }
  return rest.size() == 1 ? std::optional<Json>(std::move(all)) : std::nullopt;
}

const SchemaNode *zodShape(Reader &reader, SchemaNode &base, Steps steps) {
  Steps rest;
  SchemaNode &found = follow(reader, base, steps, rest);
  bool isShape = found.kind == SchemaKind::Object && rest.size() == 1 && rest[0] == "shape";
  return isShape ? &found : nullptr;
}

} // namespace agentc::schemas
