#include "SchemaFiles.h"
#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  std::optional<JsonDocument> document = readJsonFile(context.bundle, "config.schema.json");
  if (!document)
    return;
  if (!document->value) {
    report.at(document->path, document->errorRange,
              "`config.schema.json` is no JSON: " + document->error);
    return;
  }
  for (const JsonFault &fault : faultsOfObjectSchema(*document->value))
    report.at(document->path, document->placeOf(fault.pointer),
              "`config.schema.json` is no JSON Schema of an object: " + shownText(fault.message));
}

extern const Rule InvalidConfigSchema = {
    {"AC2035",
     "invalid-config-schema",
     "manifest",
     Severity::Error,
     "a `config.schema.json` that is no JSON Schema",
     "",
     {"`config.schema.json` is no JSON, no JSON Schema (draft 2020-12, or draft-07 where "
      "`$schema` says so) by the draft's own metaschema, has a reference inside that leads "
      "nowhere, or takes no object.",
      "What the schema doesn't check, nobody checks: a configuration of any form would be taken, "
      "or "
      "none.",
      "", "",
      "Patterns are not compiled, formats not known, and other documents not fetched. Keywords "
      "that the draft doesn't have are ignored, as the draft says."},
     Precision::VeryHigh,
     1173},
    check};

} // namespace agentc::rules
