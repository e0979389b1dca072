// zod's constructors. What makes a schema of another is in ZodDerived.cpp, checks in ZodChecks.cpp.
#include "Zod.h"

#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

using Make = SchemaNode &(*)(const ZodCall &);

struct Constructor {
  llvm::StringLiteral name;
  Make make;
};

template <SchemaKind kind> SchemaNode &plain(const ZodCall &call) { return call.node(kind); }

template <SchemaKind kind> SchemaNode &wrapped(const ZodCall &call) {
  return call.wrap(kind, call.part(0));
}

SchemaNode &unsayable(const ZodCall &call, llvm::StringRef what) {
  SchemaNode &node = call.node(SchemaKind::Unsayable);
  node.notes.push_back({"", call.site, ("JSON Schema cannot say " + what).str()});
  return node;
}

SchemaNode &unsayableType(const ZodCall &call) {
  llvm::StringRef name = call.name;
  name.consume_front("coerce.");
  llvm::StringRef what = llvm::StringSwitch<llvm::StringRef>(name)
                             .Case("date", "a date: JSON has no such value")
                             .Cases("bigint", "int64", "uint64", "a BigInt: JSON has no such value")
                             .Case("symbol", "a symbol: JSON has no such value")
                             .Cases("undefined", "void", "undefined: JSON has no such value")
                             .Case("nan", "NaN: JSON has no such value")
                             .Case("map", "a Map: JSON has no such value")
                             .Case("set", "a Set: JSON has no such value")
                             .Cases("function", "_function", "a function: JSON has no such value")
                             .Case("instanceof", "an instance of a class")
                             .Default("what a function of the bundle checks");
  return unsayable(call, what);
}

SchemaNode &numberFormat(const ZodCall &call) {
  SchemaNode &node = call.node(SchemaKind::Number);
  SchemaCheck check(SchemaCheck::Kind::NumberFormat);
  check.text = call.name == "int" ? "safeint" : call.name.str();
  node.checks.push_back(check);
  return node;
}

SchemaNode &array(const ZodCall &call) { return call.wrap(SchemaKind::Array, call.part(0)); }

SchemaNode &object(const ZodCall &call) {
  SchemaNode &node = call.node(SchemaKind::Object);
  if (const Value *shape = call[0]; shape && !llvm::isa<UndefinedValue>(shape))
    call.reader.addShape(node, *shape);
  if (call.name == "strictObject")
    setRest(node, &call.node(SchemaKind::Never));
  else if (call.name == "looseObject")
    setRest(node, &call.node(SchemaKind::Anything));
  return node;
}

SchemaNode &record(const ZodCall &call) {
  SchemaNode &node = call.node(SchemaKind::Record);
  node.partial = call.name == "partialRecord";
  node.loose = call.name == "looseRecord";
  const Value *value = call[1];
  bool isShort = !value || llvm::isa<UndefinedValue, StringValue>(value) ||
                 (llvm::isa<ObjectValue>(value) && !isSchema(*value));
  if (isShort)
    node.parts.push_back({nullptr, &call.node(SchemaKind::String)});
  node.parts.push_back(call.part(0));
  if (!isShort)
    node.parts.push_back(call.part(1));
  return node;
}

SchemaNode &unionOf(const ZodCall &call) {
  SchemaNode &node = call.node(SchemaKind::Union);
  node.exclusive = call.name != "union";
  size_t options = call.name == "discriminatedUnion" ? 1 : 0;
  if (const Value *list = call[options])
    call.reader.addParts(node, *list);
  else
    node.problems.push_back({"", call.site, "its parts are not known"});
  return node;
}

SchemaNode &intersection(const ZodCall &call) {
  SchemaNode &node = call.wrap(SchemaKind::Intersection, call.part(0));
  node.parts.push_back(call.part(1));
  return node;
}

SchemaNode &tuple(const ZodCall &call) {
  SchemaNode &node = call.node(SchemaKind::Tuple);
  if (const Value *items = call[0])
    call.reader.addParts(node, *items);
  if (const Value *rest = call[1]; rest && isSchema(*rest)) {
    node.hasRest = true;
    node.rest = {rest, nullptr};
  } else if (rest && !llvm::isa<UndefinedValue, NullValue, StringValue, ObjectValue>(rest)) {
    return call.unknown("what follows the tuple's items is not known: " + describe(*rest));
  }
  return node;
}

SchemaNode &enumeration(const ZodCall &call) {
  SchemaNode &node = call.node(SchemaKind::Enum);
  const Value *values = call[0];
  if (!values)
    return call.unknown("its values are not known");
  Json given = call.reader.constant(*values, node, "enum");
  if (given.is_array()) {
    llvm::StringMap<bool> seen;
    for (const Json &value : given)
      if (std::string key = value.is_string() ? value.get<std::string>() : value.dump();
          seen.try_emplace(key, true).second)
        node.entries.push_back({key, value});
  } else if (given.is_object()) {
    for (const auto &[key, value] : given.items())
      node.entries.push_back({key, value});
  } else if (node.problems.empty()) {
    node.problems.push_back({"enum", values->origin, "its values are not known"});
  }
  if (node.problems.empty())
    node.value = Json(zodEnumValues(node.entries));
  return node;
}

SchemaNode &literal(const ZodCall &call) {
  SchemaNode &node = call.node(SchemaKind::Literal);
  const Value *given = call[0];
  if (!given)
    return call.unknown("its value is not known");
  const auto *list = llvm::dyn_cast<ArrayValue>(given);
  if (list && list->open)
    node.problems.push_back({"enum", list->origin, "it may hold more elements than are known"});
  Json::array_t values;
  for (const Value *value : list ? list->elements : llvm::ArrayRef(given)) {
    if (llvm::isa<UndefinedValue, BigIntValue>(value)) {
      node.notes.push_back(
          {"", value->origin,
           "JSON Schema cannot say " + describe(*value) + ": JSON has no such value"});
      int64_t number = 0;
      if (const auto *big = llvm::dyn_cast<BigIntValue>(value);
          big && !big->digits.getAsInteger(0, number))
        values.push_back(number);
      continue;
    }
    values.push_back(call.reader.constant(*value, node, list ? "enum" : "const"));
  }
  if (node.problems.empty())
    node.value = Json(std::move(values));
  return node;
}

SchemaNode &templateLiteral(const ZodCall &call) {
  SchemaNode &node = call.node(SchemaKind::TemplateLiteral);
  const auto *parts = llvm::dyn_cast_or_null<ArrayValue>(call[0]);
  if (!parts || parts->open)
    return call.unknown("its parts are not known");
  std::string pattern = "^";
  for (const Value *part : parts->elements) {
    std::optional<std::string> one;
    if (isSchema(*part)) {
      one = zodTemplatePattern(call.reader, call.reader.read(*part));
    } else if (Json value = call.reader.constant(*part, node, "pattern"); node.problems.empty()) {
      one = escapePattern(value.is_string() ? value.get<std::string>() : value.dump());
    }
    if (!one || pattern.size() > maxSchemaBytes) {
      node.notes.push_back({"", call.site, "the pattern of this template is not written out"});
      return node;
    }
    pattern += *one;
  }
  node.value = pattern + "$";
  return node;
}

SchemaNode &lazy(const ZodCall &call) {
  const Value *getter = call[0];
  const Value *held = getter ? call.reader.called(*getter) : nullptr;
  if (!held)
    return call.unknown("what it leads to is not known");
  return call.wrap(SchemaKind::Lazy, {held, nullptr});
}

SchemaNode &pipe(const ZodCall &call) {
  SchemaNode &node = call.wrap(SchemaKind::Pipe, call.part(0));
  node.parts.push_back(call.part(1));
  node.exclusive = call.name == "codec";
  return node;
}

SchemaNode &preprocess(const ZodCall &call) {
  SchemaNode &before = call.node(SchemaKind::Transform);
  SchemaNode &node = call.wrap(SchemaKind::Pipe, {nullptr, &before});
  node.parts.push_back(call.part(1));
  node.notes.push_back(
      {"", call.site, "a function changes the value before this is checked (preprocess)"});
  return node;
}

SchemaNode &transform(const ZodCall &call) {
  SchemaNode &node = call.node(SchemaKind::Transform);
  node.notes.push_back({"", call.site, "a function makes what this gives (transform)"});
  return node;
}

SchemaNode &stringbool(const ZodCall &call) {
  SchemaNode &node = call.wrap(SchemaKind::Pipe, {nullptr, &call.node(SchemaKind::String)});
  node.parts.push_back({nullptr, &call.node(SchemaKind::Boolean)});
  node.exclusive = true;
  node.notes.push_back({"", call.site, "only words for true and false are taken (stringbool)"});
  return node;
}

SchemaNode &nullish(const ZodCall &call) {
  return call.wrap(SchemaKind::Optional, {nullptr, &call.wrap(SchemaKind::Nullable, call.part(0))});
}

/// Any JSON value: a schema that holds itself.
SchemaNode &json(const ZodCall &call) {
  SchemaNode &node = call.wrap(SchemaKind::Lazy, {});
  SchemaNode &any = call.node(SchemaKind::Union);
  SchemaNode &record = call.wrap(SchemaKind::Record, {nullptr, &call.node(SchemaKind::String)});
  record.parts.push_back({nullptr, &node});
  for (SchemaNode *option : {&call.node(SchemaKind::String), &call.node(SchemaKind::Number),
                             &call.node(SchemaKind::Boolean), &call.node(SchemaKind::Null),
                             &call.wrap(SchemaKind::Array, {nullptr, &node}), &record})
    any.parts.push_back({nullptr, option});
  node.parts = {{nullptr, &any}};
  return node;
}

SchemaNode &toJsonSchema(const ZodCall &call) {
  return zodAsJsonSchema(call, call.part(0), call[1]);
}

/// zod 3's `oboolean()` and the like.
template <SchemaKind kind> SchemaNode &optionalOf(const ZodCall &call) {
  return call.wrap(SchemaKind::Optional, {nullptr, &call.node(kind)});
}

constexpr Constructor zodConstructors[] = {
    {"string", plain<SchemaKind::String>},
    {"number", plain<SchemaKind::Number>},
    {"boolean", plain<SchemaKind::Boolean>},
    {"null", plain<SchemaKind::Null>},
    {"any", plain<SchemaKind::Anything>},
    {"unknown", plain<SchemaKind::Anything>},
    {"never", plain<SchemaKind::Never>},
    {"file", plain<SchemaKind::File>},
    {"success", plain<SchemaKind::Boolean>},
    {"coerce.string", plain<SchemaKind::String>},
    {"coerce.number", plain<SchemaKind::Number>},
    {"coerce.boolean", plain<SchemaKind::Boolean>},
    {"coerce.bigint", unsayableType},
    {"coerce.date", unsayableType},
    {"ostring", optionalOf<SchemaKind::String>},
    {"onumber", optionalOf<SchemaKind::Number>},
    {"oboolean", optionalOf<SchemaKind::Boolean>},
    {"int", numberFormat},
    {"int32", numberFormat},
    {"uint32", numberFormat},
    {"float32", numberFormat},
    {"float64", numberFormat},
    {"date", unsayableType},
    {"bigint", unsayableType},
    {"int64", unsayableType},
    {"uint64", unsayableType},
    {"symbol", unsayableType},
    {"undefined", unsayableType},
    {"void", unsayableType},
    {"nan", unsayableType},
    {"map", unsayableType},
    {"set", unsayableType},
    {"function", unsayableType},
    {"_function", unsayableType},
    {"custom", unsayableType},
    {"instanceof", unsayableType},
    {"array", array},
    {"object", object},
    {"strictObject", object},
    {"looseObject", object},
    {"record", record},
    {"partialRecord", record},
    {"looseRecord", record},
    {"union", unionOf},
    {"xor", unionOf},
    {"discriminatedUnion", unionOf},
    {"intersection", intersection},
    {"tuple", tuple},
    {"enum", enumeration},
    {"nativeEnum", enumeration},
    {"literal", literal},
    {"templateLiteral", templateLiteral},
    {"lazy", lazy},
    {"optional", wrapped<SchemaKind::Optional>},
    {"exactOptional", wrapped<SchemaKind::Optional>},
    {"nullable", wrapped<SchemaKind::Nullable>},
    {"nonoptional", wrapped<SchemaKind::NonOptional>},
    {"readonly", wrapped<SchemaKind::Readonly>},
    {"promise", wrapped<SchemaKind::Promise>},
    {"nullish", nullish},
    {"pipe", pipe},
    {"pipeline", pipe},
    {"codec", pipe},
    {"preprocess", preprocess},
    {"transform", transform},
    {"stringbool", stringbool},
    {"json", json},
    {"toJSONSchema", toJsonSchema},
};

SchemaNode &constructZod(Reader &reader, llvm::StringRef name, const ResultValue &call) {
  return zodConstruct(reader, name, reader.argumentsOf(call), call.origin);
}

} // namespace

SchemaNode &zodAsJsonSchema(const ZodCall &call, SchemaPart schema, const Value *options) {
  SchemaNode &node = call.wrap(SchemaKind::Lazy, schema);
  SchemaPrinting &printing = node.printing.emplace();
  printing.saysDraft = true;
  const Value *io = option(options, "io"), *target = option(options, "target");
  const bool isOutput = !io || asString(*io) != "input";
  printing.isOutput = isOutput;
  if (std::optional<llvm::StringRef> draft = target ? asString(*target) : std::nullopt;
      draft && draft->starts_with("draft"))
    printing.isDraft7 = draft->ends_with("7");
  else if (target)
    node.printing.reset();
  if (isOutput)
    node.notes.push_back({"", call.site,
                          "it is written for what the schema gives, which may "
                          "differ from what it takes (toJSONSchema)"});
  return node;
}

/// zod 3 takes a description among what a schema is made with.
static void takeWords(SchemaNode &node, llvm::StringRef name, Arguments arguments) {
  bool isBare = llvm::StringSwitch<bool>(name)
                    .Cases("string", "number", "boolean", "any", "unknown", "date", "null", true)
                    .Default(false);
  if (arguments.size() < (isBare ? 1 : 2))
    return;
  const Value *text = option(arguments.back(), "description");
  if (std::optional<llvm::StringRef> words = text ? asString(*text) : std::nullopt)
    node.words = words->str();
}

SchemaNode &zodConstruct(Reader &reader, llvm::StringRef name, Arguments arguments,
                         const ast::Node *site) {
  ZodCall call{reader, name, arguments, site};
  for (const Constructor &constructor : zodConstructors)
    if (name == constructor.name) {
      SchemaNode &node = constructor.make(call);
      if (node.made.empty()) {
        node.made = name.str();
        takeWords(node, name, arguments);
      }
      return node;
    }
  SchemaNode &format = call.node(SchemaKind::String);
  if (std::optional<SchemaCheck> check = zodFormat(call, format)) {
    format.checks.push_back(std::move(*check));
    return format;
  }
  // zod/mini: the schema that a method would be called on is the first argument
  if (const Value *base = call[0]; base && isSchema(*base)) {
    ZodCall method{reader, name, call.arguments.drop_front(), call.site};
    if (SchemaNode *derived = zodDerived(method, reader.read(*base)))
      return *derived;
  }
  return call.unknown(("`" + name + "` makes no schema that agentc reads").str());
}

SchemaPart ZodCall::part(size_t index) const {
  if (const Value *value = (*this)[index])
    return {value, nullptr};
  return {nullptr, &reader.unresolved(site, "a schema is not given")};
}

void setRest(SchemaNode &object, SchemaNode *rest) {
  object.hasRest = rest != nullptr;
  object.rest = {nullptr, rest};
}

std::optional<llvm::StringRef> zodNameOf(llvm::StringRef path) {
  if (path.consume_front("global:z."_api))
    return path;
  if (!path.consume_front("module:"))
    return std::nullopt;
  auto [package, name] = path.split('.');
  if (package == "zod" || package.starts_with("zod/")) {
    while (name.consume_front("z.") || name.consume_front("default."))
      ;
    return name.empty() || name == "z" ? std::nullopt : std::optional(name);
  }
  size_t reexport = path.find(".z.");
  return reexport == llvm::StringRef::npos ? std::nullopt
                                           : std::optional(path.substr(reexport + 3));
}

const Library zod = {zodNameOf, constructZod, zodMethod, zodMember, zodConstant, zodShape};

} // namespace agentc::schemas
