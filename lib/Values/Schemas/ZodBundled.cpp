// Schemas of a copy of zod inside the bundle, from the definition objects that they are made of.
#include "Zod.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

/// The name that a type's definitions have where they are written, and the members of a
/// definition that stand for the arguments there.
struct DefinedType {
  llvm::StringLiteral type;
  llvm::StringLiteral name;
  llvm::StringLiteral members[2] = {"", ""};
};

constexpr DefinedType zod4Types[] = {
    {"array", "array", {"element", ""}},
    {"object", "object", {"shape", ""}},
    {"record", "record", {"keyType", "valueType"}},
    {"union", "union", {"options", ""}},
    {"intersection", "intersection", {"left", "right"}},
    {"tuple", "tuple", {"items", "rest"}},
    {"enum", "enum", {"entries", ""}},
    {"literal", "literal", {"values", ""}},
    {"template_literal", "templateLiteral", {"parts", ""}},
    {"lazy", "lazy", {"getter", ""}},
    {"pipe", "pipe", {"in", "out"}},
    {"optional", "optional", {"innerType", ""}},
    {"nonoptional", "nonoptional", {"innerType", ""}},
    {"nullable", "nullable", {"innerType", ""}},
    {"readonly", "readonly", {"innerType", ""}},
    {"promise", "promise", {"innerType", ""}},
};

constexpr DefinedType zod3Types[] = {
    {"ZodArray", "array", {"type", ""}},
    {"ZodObject", "object", {"shape", ""}},
    {"ZodRecord", "record", {"keyType", "valueType"}},
    {"ZodUnion", "union", {"options", ""}},
    {"ZodDiscriminatedUnion", "union", {"options", ""}},
    {"ZodIntersection", "intersection", {"left", "right"}},
    {"ZodTuple", "tuple", {"items", "rest"}},
    {"ZodEnum", "enum", {"values", ""}},
    {"ZodNativeEnum", "nativeEnum", {"values", ""}},
    {"ZodLiteral", "literal", {"value", ""}},
    {"ZodLazy", "lazy", {"getter", ""}},
    {"ZodPipeline", "pipe", {"in", "out"}},
    {"ZodOptional", "optional", {"innerType", ""}},
    {"ZodNullable", "nullable", {"innerType", ""}},
    {"ZodReadonly", "readonly", {"innerType", ""}},
    {"ZodPromise", "promise", {"type", ""}},
    {"ZodNaN", "nan"},
};

/// Schemas that are made of another and a value: `innerType` with `defaultValue`.
bool isStandIn(llvm::StringRef type) {
  return type == "default" || type == "prefault" || type == "catch";
}

bool isNothing(const Value &value) {
  bool isAnything = false;
  forEachAlternative(
      value, [&](const Value &one) { isAnything |= !llvm::isa<UndefinedValue, NullValue>(one); });
  return !isAnything;
}

std::string textAt(const Value &definition, llvm::StringRef key) {
  const Value *value = option(&definition, key);
  std::optional<llvm::StringRef> text = value ? asString(*value) : std::nullopt;
  return text ? text->str() : "";
}

/// Reads a definition: the schema, and the members it may have beyond its own.
class DefinitionReader {
public:
  DefinitionReader(Reader &reader, const Value &definition, const ast::Node *site)
      : reader_(reader), definition_(definition), site_(site) {}

  SchemaNode &read(llvm::ArrayRef<DefinedType> types, llvm::StringRef type,
                   llvm::StringRef plainName) {
    for (const DefinedType &known : types)
      if (known.type == type)
        return make(known);
    if (isStandIn(type))
      return standIn(type, option(&definition_, type == "catch" ? "catchValue" : "defaultValue"));
    return zodConstruct(reader_, plainName, &definition_, site_);
  }

  SchemaNode &standIn(llvm::StringRef name, const Value *value) {
    SchemaNode &base = part("innerType");
    llvm::SmallVector<const Value *, 1> arguments;
    if (value)
      arguments.push_back(value);
    SchemaNode *made = zodDerived({reader_, name, arguments, site_}, base);
    return made ? *made : base;
  }

  SchemaNode &part(llvm::StringRef key) {
    const Value *value = option(&definition_, key);
    return value ? reader_.read(*value) : reader_.unresolved(site_, "a schema is not given");
  }

private:
  SchemaNode &make(const DefinedType &known) {
    llvm::SmallVector<const Value *, 2> arguments;
    for (llvm::StringRef key : known.members)
      if (const Value *value = key.empty() ? nullptr : option(&definition_, key))
        if (!isNothing(*value))
          arguments.push_back(value);
    // zod 3 keeps an object's members behind a function
    if (known.name == "object" && !arguments.empty() && llvm::isa<FunctionValue>(arguments[0]))
      if (const Value *shape = reader_.called(*arguments[0]))
        arguments[0] = shape;
    return zodConstruct(reader_, known.name, arguments, site_);
  }

  Reader &reader_;
  const Value &definition_;
  const ast::Node *site_;
};

void addWords(Reader &reader, const Value &definition, SchemaNode &node) {
  const Value *text = option(&definition, "description");
  if (!text || llvm::isa<UndefinedValue>(text))
    return;
  node.meta = Json::object();
  if (std::optional<std::string> known = reader.text(text, node, "description"))
    (*node.meta)["description"] = *known;
}

/// Takes over a definition's settings for how its parts are used.
void takeModes(const Value &definition, SchemaNode &node) {
  auto is = [&](llvm::StringRef key, bool wanted) {
    const auto *flag = llvm::dyn_cast_or_null<BooleanValue>(option(&definition, key));
    return flag && flag->value == wanted;
  };
  if (node.kind == SchemaKind::Union)
    node.exclusive |= is("inclusive", false) || option(&definition, "discriminator");
  if (node.kind == SchemaKind::Record) {
    node.partial |= is("partial", true);
    node.loose |= textAt(definition, "mode") == "loose";
  }
  const Value *checks = option(&definition, "checks");
  const auto *list = llvm::dyn_cast_or_null<ArrayValue>(checks);
  if (checks && !llvm::isa<UndefinedValue>(checks) &&
      (!list || list->open || !list->elements.empty()))
    node.problems.push_back({"", checks->origin, "its checks are not read"});
}

SchemaNode &readZod4(Reader &reader, const Value &definition, const ast::Node *site) {
  std::string type = textAt(definition, "type"), format = textAt(definition, "format");
  std::string name = type;
  if (type == "string" && !format.empty())
    name = llvm::StringSwitch<std::string>(format)
               .Case("datetime", "iso.datetime")
               .Case("date", "iso.date")
               .Case("time", "iso.time")
               .Case("duration", "iso.duration")
               .Case("credit_card", "creditCard")
               .Case("currency_code", "currencyCode")
               .Default(format);
  else if (type == "number" && !format.empty())
    name = format == "safeint" ? "int" : format;
  SchemaNode &node = DefinitionReader(reader, definition, site).read(zod4Types, type, name);
  if (type == "object")
    if (const Value *rest = option(&definition, "catchall"))
      if (!llvm::isa<UndefinedValue>(rest))
        setRest(node, &reader.read(*rest));
  return node;
}

SchemaNode &readZod3(Reader &reader, const Value &definition, const ast::Node *site) {
  std::string type = textAt(definition, "typeName");
  DefinitionReader from(reader, definition, site);
  if (type == "ZodDefault" || type == "ZodCatch") {
    bool isDefault = type == "ZodDefault";
    const Value *getter = option(&definition, isDefault ? "defaultValue" : "catchValue");
    const Value *value = getter ? reader.called(*getter) : nullptr;
    return from.standIn(isDefault ? "default" : "catch", value ? value : getter);
  }
  if (type == "ZodBranded")
    return from.part("type");
  if (type == "ZodEffects") {
    SchemaNode &inner = from.part("schema");
    SchemaNode *made = zodDerived({reader, "refine", {}, site}, inner);
    return made ? *made : inner;
  }
  std::string name = llvm::StringRef(type).drop_front(3).lower();
  SchemaNode &node = from.read(zod3Types, type, name);
  if (type != "ZodObject")
    return node;
  std::string unknownKeys = textAt(definition, "unknownKeys");
  if (unknownKeys == "strict")
    setRest(node, &reader.make(SchemaKind::Never, site, &zod));
  else if (unknownKeys == "passthrough")
    setRest(node, &reader.make(SchemaKind::Anything, site, &zod));
  return node;
}

SchemaNode &constructBundledZod(Reader &reader, llvm::StringRef name, const ResultValue &call) {
  const Value &definition = *call.arguments.front();
  SchemaNode &node = name == "zod4" ? readZod4(reader, definition, call.origin)
                                    : readZod3(reader, definition, call.origin);
  takeModes(definition, node);
  addWords(reader, definition, node);
  return node;
}

std::optional<llvm::StringRef> bundledZodName(llvm::StringRef path) {
  return path.consume_front("bundled:") ? std::optional(path) : std::nullopt;
}

} // namespace

const Library bundledZod = {bundledZodName, constructBundledZod, zodMethod,
                            zodMember,      zodConstant,         zodShape};

} // namespace agentc::schemas
