// TypeBox: constructors whose last argument holds further keywords of JSON Schema.
#include "Zod.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

std::optional<llvm::StringRef> typeBoxName(llvm::StringRef path) {
  if (!path.consume_front("module:"))
    return std::nullopt;
  auto [package, name] = path.split('.');
  if (package != "@sinclair/typebox" && package != "typebox")
    return std::nullopt;
  if (!name.consume_front("Type.") && !name.consume_front("t."))
    return std::nullopt;
  return name;
}

struct TypeCall {
  Reader &reader;
  llvm::StringRef name;
  Arguments arguments;
  const ast::Node *site;

  const Value *operator[](size_t index) const { return argument(arguments, index); }
  SchemaNode &node(SchemaKind kind) const { return reader.make(kind, site, &typeBox); }
  SchemaPart part(size_t index) const {
    if (const Value *value = (*this)[index])
      return {value, nullptr};
    return {nullptr, &reader.unresolved(site, "a schema is not given")};
  }
  SchemaNode &wrap(SchemaKind kind) const { return reader.wrap(kind, part(0), site, &typeBox); }
  SchemaNode &given(Json json) const {
    SchemaNode &made = node(SchemaKind::Given);
    made.value = std::move(json);
    return made;
  }
};

SchemaNode &typeBoxObject(const TypeCall &call) {
  SchemaNode &node = call.node(SchemaKind::Object);
  if (const Value *shape = call[0])
    call.reader.addShape(node, *shape);
  return node;
}

SchemaNode &list(const TypeCall &call, SchemaKind kind) {
  SchemaNode &node = call.node(kind);
  if (const Value *parts = call[0])
    call.reader.addParts(node, *parts);
  return node;
}

SchemaNode &typeBoxRecord(const TypeCall &call) {
  SchemaNode &node = call.wrap(SchemaKind::Record);
  node.parts.push_back(call.part(1));
  return node;
}

SchemaNode &values(const TypeCall &call) {
  bool isEnum = call.name == "Enum";
  SchemaNode &node = call.node(isEnum ? SchemaKind::Enum : SchemaKind::Literal);
  Json given = call[0] ? call.reader.constant(*call[0], node, isEnum ? "enum" : "const") : Json();
  if (!node.problems.empty())
    return node;
  if (isEnum && given.is_object())
    for (const auto &[key, value] : given.items())
      node.entries.push_back({key, value});
  node.value = isEnum ? Json(zodEnumValues(node.entries)) : Json::array({given});
  return node;
}

/// Makes an object schema from another; null if the base is not an object or if there is no
/// function of that name.
SchemaNode *derived(const TypeCall &call) {
  llvm::StringRef method = llvm::StringSwitch<llvm::StringRef>(call.name)
                               .Case("Partial", "partial")
                               .Case("Required", "required")
                               .Case("KeyOf", "keyof")
                               .Default("");
  if (call.name == "Pick" || call.name == "Omit") {
    SchemaNode &base = call.reader.read(*call.part(0).value);
    const auto *keys = llvm::dyn_cast_or_null<ArrayValue>(call[1]);
    if (base.kind != SchemaKind::Object || !keys || keys->open)
      return nullptr;
    SchemaNode &node = call.reader.copyOf(base, call.site, false);
    node.members.clear();
    node.memberIndex.clear();
    for (const SchemaMember &member : base.members) {
      bool isNamed = llvm::any_of(keys->elements,
                                  [&](const Value *key) { return asString(*key) == member.key; });
      if (isNamed == (call.name == "Pick"))
        call.reader.addMember(node, member.key, member.part);
    }
    return &node;
  }
  if (method.empty() || !call[0])
    return nullptr;
  SchemaNode &base = call.reader.read(*call[0]);
  ZodCall same{call.reader, method, {}, call.site};
  return base.kind == SchemaKind::Object ? zodDerivedObject(same, base) : nullptr;
}

SchemaNode *make(const TypeCall &call) {
  llvm::StringRef type = llvm::StringSwitch<llvm::StringRef>(call.name)
                             .Case("String", "string")
                             .Case("Number", "number")
                             .Case("Integer", "integer")
                             .Case("Boolean", "boolean")
                             .Case("Null", "null")
                             .Default("");
  if (!type.empty())
    return &call.given({{"type", type.str()}});
  if (call.name == "Any" || call.name == "Unknown")
    return &call.given(Json::object());
  if (call.name == "Never")
    return &call.given({{"not", Json::object()}});
  if (call.name == "Object")
    return &typeBoxObject(call);
  if (call.name == "Array")
    return &call.wrap(SchemaKind::Array);
  if (call.name == "Union")
    return &list(call, SchemaKind::Union);
  if (call.name == "Intersect")
    return &list(call, SchemaKind::Intersection);
  if (call.name == "Tuple")
    return &list(call, SchemaKind::Tuple);
  if (call.name == "Record")
    return &typeBoxRecord(call);
  if (call.name == "Literal" || call.name == "Enum")
    return &values(call);
  if (call.name == "Optional")
    return &call.wrap(SchemaKind::Optional);
  if (call.name == "Readonly")
    return &call.wrap(SchemaKind::Lazy);
  if (call.name == "Unsafe" && call[0]) {
    SchemaNode &node = call.node(SchemaKind::Given);
    node.value = call.reader.constant(*call[0], node, "");
    return &node;
  }
  return call[0] ? derived(call) : nullptr;
}

SchemaNode &constructTypeBox(Reader &reader, llvm::StringRef name, const ResultValue &result) {
  TypeCall call{reader, name, reader.argumentsOf(result), result.origin};
  SchemaNode *node = make(call);
  if (!node)
    return reader.unresolved(result.origin,
                             ("TypeBox's `" + name + "` makes no schema that agentc reads").str());
  size_t options = llvm::StringSwitch<size_t>(name)
                       .Cases("String", "Number", "Integer", "Boolean", "Null", 0)
                       .Cases("Any", "Unknown", "Never", 0)
                       .Cases("Record", "Pick", "Omit", 2)
                       .Cases("Optional", "Readonly", "Unsafe", 3)
                       .Default(1);
  if (const Value *given = call[options]; given && !llvm::isa<UndefinedValue>(given)) {
    Json words = reader.constant(*given, *node, "");
    if (words.is_object()) {
      words.erase("$id"); // it names the schema, which stands in place
      node->meta = std::move(words);
    }
  }
  return *node;
}

} // namespace

const Library typeBox = {typeBoxName, constructTypeBox};

} // namespace agentc::schemas
