#ifndef AGENTC_VALUES_SCHEMA_H
#define AGENTC_VALUES_SCHEMA_H

#include "agentc/Support/Json.h"
#include "agentc/Values/Values.h"

#include <memory>
#include <vector>

namespace agentc {

/// Bounds of a schema; what is beyond one is unresolved.
inline constexpr unsigned maxSchemaDepth = 64;
inline constexpr size_t maxSchemaBytes = 256 << 10;

/// Something about a place in a schema: `properties.city.items`, empty for the schema itself.
struct SchemaRemark {
  std::string path;
  const ast::Node *site; ///< the expression it is about; null where the value has none
  std::string message;
};

/// A schema as JSON Schema 2020-12 without `$schema`: what it takes as input.
struct SchemaAnswer {
  /// Its known part: `{}` stands where something is unresolved. Null if the value is not
  /// a schema.
  std::shared_ptr<const Json> schema;
  /// Parts that JSON Schema cannot say: refinements, transformations, types that JSON doesn't have.
  std::vector<SchemaRemark> notes;
  /// The parts that could not be determined; without any the schema is certain.
  std::vector<SchemaRemark> unresolved;
};

/// How a printer was told to write a schema.
struct SchemaPrinting {
  enum class Printer : uint8_t {
    Zod,            ///< zod 4's `toJSONSchema`
    ZodToJsonSchema ///< the package zod-to-json-schema, for zod 3
  };
  enum class Pipes : uint8_t { Both, Input, Output };
  enum class References : uint8_t { Root, Relative, Seen, None };

  Printer printer = Printer::Zod;
  bool isOutput = false;     ///< what a schema gives, not what it takes
  bool isDraft7 = false;     ///< else 2020-12
  bool saysDraft = false;    ///< by `$schema`
  unsigned zodMinor = 5;     ///< as zod 4.x writes, and zod 3.25's `v4` as 4.0; later ones as 4.5
  bool strictUnions = false; ///< what follows is zod-to-json-schema's
  Pipes pipes = Pipes::Both;
  References references = References::Root;
  std::string name = {};   ///< of the definition that the schema stands in; empty if in none
  bool isNameOnly = false; ///< the definition itself, taken out of what names it
};

/// How a server prints the schemas that it is given.
struct ServerPrinting {
  SchemaPrinting zod3, zod4;
  bool isZod3 = false; ///< what `zod` is where the bundle's manifest doesn't say
};

/// A number as JSON.stringify writes it: `null` for what JSON has no number for, no `.0`.
Json numberAsJson(double number);

/// True if a value was made by a schema library that agentc reads (zod 3 and 4 and zod/mini,
/// from themselves or a framework's re-export; `jsonSchema()`; TypeBox, valibot, arktype).
bool isSchema(const Value &value);

/// The JSON Schema of a schema value; no schema for a value that isSchema() doesn't know.
SchemaAnswer readSchema(const Values &values, const Value &value);

/// The data that members of a schema lead to, as `Tool.shape.name.value` and `Kind.options` do;
/// std::nullopt for any other value, and for data that is not known.
std::optional<Json> dataOfSchema(const Values &values, const Value &value);

/// The JSON Schema of an object with these members, for frameworks that take raw shapes
/// (`{city: z.string()}`); no schema unless every member that is known is one.
SchemaAnswer readShape(const Values &values, const Value &shape);

/// The JSON Schema that a server lists for a schema value, or with `takesShape` for the members of
/// an object, word by word: as its own printer writes it, or the function that code gave the value
/// to (`zodToJsonSchema(schema, {…})`). Null where no printer that is known writes it, or something
/// of it isn't known.
std::shared_ptr<const Json> printListed(const Values &values, const Value &value, bool takesShape,
                                        const ServerPrinting &printing);

/// The JSON Schema that a plain value spells out (`{type: 'object', …}`): what is not constant in
/// it is unresolved. No schema for a value that is not an object.
SchemaAnswer readPlainSchema(const Values &values, const Value &value);

} // namespace agentc

#endif
