// Functions that take a JSON Schema or another schema and say nothing of their own.
#include "SchemaPrinter.h"

#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

/// `jsonSchema` takes JSON Schema, `schema` a schema of any library, `converted` makes JSON Schema
/// of one.
std::optional<llvm::StringRef> jsonSchemaName(llvm::StringRef path) {
  using Name = std::optional<llvm::StringRef>;
  return llvm::StringSwitch<Name>(path)
      .Cases("module:ai.jsonSchema"_api, "module:@ai-sdk/provider-utils.jsonSchema"_api,
             "module:@ai-sdk/ui-utils.jsonSchema"_api, "global:jsonSchema"_api, Name("jsonSchema"))
      .Cases("module:ai.zodSchema"_api, "module:ai.asSchema"_api,
             "module:@ai-sdk/provider-utils.zodSchema"_api,
             "module:@ai-sdk/provider-utils.asSchema"_api,
             "module:@ai-sdk/valibot.valibotSchema"_api,
             "module:@valibot/to-json-schema.toStandardJsonSchema"_api, Name("schema"))
      .Cases("module:zod-to-json-schema"_api, "module:zod-to-json-schema.zodToJsonSchema"_api,
             "module:@valibot/to-json-schema.toJsonSchema"_api, Name("converted"))
      .Default(std::nullopt);
}

/// Reads the options of zod-to-json-schema; std::nullopt for those that agentc does not print.
std::optional<SchemaPrinting> printingOf(const Value *options) {
  using References = SchemaPrinting::References;
  using Pipes = SchemaPrinting::Pipes;
  SchemaPrinting printing;
  printing.printer = SchemaPrinting::Printer::ZodToJsonSchema;
  printing.saysDraft = true;
  if (!options || llvm::isa<UndefinedValue>(options))
    return printing;
  if (std::optional<llvm::StringRef> name = asString(*options)) {
    printing.name = name->str();
    return printing;
  }
  const auto *object = llvm::dyn_cast<ObjectValue>(options);
  // one that is only open because the package might change it is read as it is written
  const auto *written =
      object ? llvm::dyn_cast_or_null<ast::ObjectExpression>(object->origin) : nullptr;
  if (!object ||
      (object->open && (!written || written->properties.size() != object->properties.size())))
    return std::nullopt;
  for (const PropertyValue &property : object->properties) {
    std::string text = asString(*property.value).value_or("").str();
    const auto *flag = llvm::dyn_cast<BooleanValue>(property.value);
    if (property.key == "strictUnions" && flag)
      printing.strictUnions = flag->value;
    else if (property.key == "name" && !text.empty())
      printing.name = text;
    else if (property.key == "pipeStrategy" && !text.empty())
      printing.pipes = text == "input"    ? Pipes::Input
                       : text == "output" ? Pipes::Output
                                          : Pipes::Both;
    else if (property.key == "$refStrategy" && !text.empty())
      printing.references = text == "none"       ? References::None
                            : text == "seen"     ? References::Seen
                            : text == "relative" ? References::Relative
                                                 : References::Root;
    else if (property.key != "target" || text != "jsonSchema7")
      return std::nullopt;
  }
  return printing;
}

/// `zodToJsonSchema(schema, 'Name').definitions.Name`.
SchemaNode &member(Reader &reader, SchemaNode &base, Steps steps, const ast::Node *site) {
  bool isNamed = base.printing && !base.printing->name.empty() && steps.size() == 2 &&
                 steps[0] == "definitions" && steps[1] == base.printing->name;
  if (!isNamed)
    return reader.unresolved(site, ("`" + steps.front() + "` of it is not known").str());
  SchemaNode &node = reader.wrap(SchemaKind::Lazy, base.parts.front(), site, base.library);
  node.printing = base.printing;
  node.printing->isNameOnly = true;
  return node;
}

/// The JSON that is written of a schema at a place: `zodToJsonSchema(schema).properties`.
std::optional<Json> constant(Reader &reader, SchemaNode &base, Steps steps) {
  if (!base.printing || base.parts.empty())
    return std::nullopt;
  SchemaNode &inner = reader.read(base.parts.front());
  SchemaAnswer answer;
  Printer(reader, answer).print(inner);
  std::shared_ptr<const Json> written = printBy(reader, inner, *base.printing);
  if (!answer.unresolved.empty() || !written)
    return std::nullopt;
  const Json *at = written.get();
  for (llvm::StringRef step : steps) {
    auto found = at->is_object() ? at->find(step.str()) : at->end();
    if (found == at->end())
      return Json(Json::value_t::discarded);
    at = &*found;
  }
  return *at;
}

SchemaNode &constructJsonSchema(Reader &reader, llvm::StringRef name, const ResultValue &call) {
  const Value *given = argument(call.arguments, 0);
  if (!given)
    return reader.unresolved(call.origin, "a schema is not given");
  if (name == "jsonSchema") {
    if (llvm::isa<FunctionValue>(given))
      if (const Value *returned = reader.called(*given))
        given = returned;
    if (!llvm::isa<ObjectValue>(given))
      return reader.unresolved(given->origin, "it is not a schema but " + describe(*given));
    SchemaNode &node = reader.make(SchemaKind::Given, call.origin, &jsonSchemas);
    node.value = reader.constant(*given, node, "");
    return node;
  }
  SchemaNode &inner = reader.read(*given);
  if (name == "schema")
    return inner;
  SchemaNode &node = reader.wrap(SchemaKind::Lazy, {nullptr, &inner}, call.origin, &jsonSchemas);
  if (call.callee->path.starts_with("module:zod-to-json-schema"_api))
    node.printing = printingOf(argument(call.arguments, 1));
  node.notes.push_back({"", call.origin,
                        "a function of a library writes this schema in its own "
                        "words"});
  return node;
}

} // namespace

const Library jsonSchemas = {jsonSchemaName, constructJsonSchema, nullptr, member, constant};

} // namespace agentc::schemas
