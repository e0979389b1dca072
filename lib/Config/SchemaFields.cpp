#include "Definitions.h"

#include "agentc/Values/Schema.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

namespace {

std::vector<FieldRemark> remarksOf(const agentc::Program &program, const SourcePlace &otherwise,
                                   const std::vector<SchemaRemark> &remarks) {
  std::vector<FieldRemark> result;
  for (const SchemaRemark &remark : remarks) {
    bool hasPlace = remark.site && remark.site->parent;
    result.push_back(
        {remark.path, hasPlace ? placeOf(program, *remark.site) : otherwise, remark.message});
  }
  return result;
}

} // namespace

ConfigField toSchemaField(const agentc::Program &program, const Values &values, const Value &value,
                          const Node &site, bool takesShape, const ServerPrinting *printing) {
  // a schema's `shape` hangs on the schema, but is none
  bool mayBeShape = takesShape && llvm::isa<ApiValue, ObjectValue>(value);
  SchemaAnswer answer = mayBeShape ? readShape(values, value) : SchemaAnswer();
  bool isShape = answer.schema != nullptr;
  if (!answer.schema)
    answer = readSchema(values, value);
  bool isMade = answer.schema != nullptr;
  if (!answer.schema)
    answer = readPlainSchema(values, value);
  ConfigField field = toField(program, values, value, site);
  if (!answer.schema) {
    // what is known is not a schema
    if (field.kind != Provenance::Unresolved)
      field.reason = "it is not a schema";
    field.kind = Provenance::Unresolved;
    field.value = nullptr;
    return field;
  }
  const Node *origin = value.origin && value.origin->parent ? value.origin : &site;
  bool isImported = &program.moduleOf(*origin) != &program.moduleOf(site);
  field.source = placeOf(program, isImported ? *origin : site);
  field.value = answer.schema;
  field.notes = remarksOf(program, field.source, answer.notes);
  field.unresolved = remarksOf(program, field.source, answer.unresolved);
  if (!field.unresolved.empty()) {
    field.kind = Provenance::Unresolved;
    field.reason = field.unresolved.front().message;
  } else if (isMade || field.kind == Provenance::Unresolved) {
    if (printing && isMade)
      field.listed = printListed(values, value, isShape, *printing);
    field.kind = isImported ? Provenance::Imported : Provenance::Folded;
    field.reason.clear();
  }
  return field;
}

} // namespace agentc
