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
  /// What is known of it: `{}` stands where something is unresolved. Null if the value is no
  /// schema.
  std::shared_ptr<const Json> schema;
  /// What JSON Schema cannot say: refinements, transformations, types that JSON doesn't have.
  std::vector<SchemaRemark> notes;
  /// What could not be determined; without any the schema is certain.
  std::vector<SchemaRemark> unresolved;
};

/// A number as JSON.stringify writes it: `null` for what JSON has no number for, no `.0`.
Json numberAsJson(double number);

/// Whether a value was made by a schema library that agentc reads (zod 3 and 4 and zod/mini, from
/// themselves or a framework's re-export; `jsonSchema()`; TypeBox, valibot, arktype).
bool isSchema(const Value &value);

/// The JSON Schema of a schema value; no schema for a value that isSchema() doesn't know.
SchemaAnswer readSchema(const Values &values, const Value &value);

/// The JSON Schema of an object with these members, for frameworks that take raw shapes
/// (`{city: z.string()}`); no schema unless every member that is known is one.
SchemaAnswer readShape(const Values &values, const Value &shape);

/// The JSON Schema that a plain value spells out (`{type: 'object', …}`): what is not constant in
/// it is unresolved. No schema for a value that is no object.
SchemaAnswer readPlainSchema(const Values &values, const Value &value);

} // namespace agentc

#endif
