#include "SchemaFiles.h"
#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  std::optional<JsonDocument> document = readJsonFile(context.bundle, "config.schema.json");
  if (!document)
    return;
  if (!document->value) {
    report.at(document->path, document->errorRange,
              "`config.schema.json` is not JSON: " + document->error);
    return;
  }
  for (const JsonFault &fault : faultsOfObjectSchema(*document->value))
    report.at(document->path, document->placeOf(fault.pointer),
              "`config.schema.json` is not a JSON Schema of an object: " +
                  shownText(fault.message));
}

extern const Rule InvalidConfigSchema = {
    {.id = "AC2035",
     .name = "invalid-config-schema",
     .group = "manifest",
     .severity = Severity::Error,
     .summary = "a `config.schema.json` that is not a JSON Schema",
     .cwe = 1173,
     .concern = Concern::Bundle},
    check};

} // namespace agentc::rules
