// Functions that take a JSON Schema or another schema and say nothing of their own.
#include "SchemaReader.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

/// `jsonSchema` takes JSON Schema, `schema` a schema of any library, `converted` makes JSON Schema
/// of one.
std::optional<llvm::StringRef> nameOf(llvm::StringRef path) {
  using Name = std::optional<llvm::StringRef>;
  return llvm::StringSwitch<Name>(path)
      .Cases("module:ai.jsonSchema", "module:@ai-sdk/provider-utils.jsonSchema",
             "module:@ai-sdk/ui-utils.jsonSchema", "global:jsonSchema", Name("jsonSchema"))
      .Cases("module:ai.zodSchema", "module:ai.asSchema", "module:@ai-sdk/provider-utils.zodSchema",
             "module:@ai-sdk/provider-utils.asSchema", "module:@ai-sdk/valibot.valibotSchema",
             "module:@valibot/to-json-schema.toStandardJsonSchema", Name("schema"))
      .Cases("module:zod-to-json-schema", "module:zod-to-json-schema.zodToJsonSchema",
             "module:@valibot/to-json-schema.toJsonSchema", Name("converted"))
      .Default(std::nullopt);
}

SchemaNode &construct(Reader &reader, llvm::StringRef name, const ResultValue &call) {
  const Value *given = argument(call.arguments, 0);
  if (!given)
    return reader.unresolved(call.origin, "a schema is not given");
  if (name == "jsonSchema") {
    if (llvm::isa<FunctionValue>(given))
      if (const Value *returned = reader.called(*given))
        given = returned;
    if (!llvm::isa<ObjectValue>(given))
      return reader.unresolved(given->origin, "it is no schema but " + describe(*given));
    SchemaNode &node = reader.make(SchemaKind::Given, call.origin, &jsonSchemas);
    node.value = reader.constant(*given, node, "");
    return node;
  }
  SchemaNode &inner = reader.read(*given);
  if (name == "schema")
    return inner;
  SchemaNode &node = reader.wrap(SchemaKind::Lazy, {nullptr, &inner}, call.origin, &jsonSchemas);
  node.notes.push_back({"", call.origin,
                        "a function of a library writes this schema in its own "
                        "words"});
  return node;
}

} // namespace

const Library jsonSchemas = {nameOf, construct};

} // namespace agentc::schemas
