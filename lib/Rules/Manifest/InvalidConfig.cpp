#include "SchemaFiles.h"
#include "Uses.h"

#include <nlohmann/json.hpp>

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  std::optional<JsonDocument> schema = readJsonFile(context.bundle, "config.schema.json");
  std::optional<JsonDocument> config =
      schema ? readJsonFile(context.bundle, "config.json") : std::nullopt;
  if (!config)
    return;
  if (!config->value) {
    report.at(config->path, config->errorRange, "`config.json` is no JSON: " + config->error);
    return;
  }
  // a schema that is none has a finding of its own
  if (!schema->value || !faultsOfObjectSchema(*schema->value).empty())
    return;
  for (const JsonFault &fault : checkBySchema(*schema->value, *config->value)) {
    std::string where =
        fault.pointer.empty() ? "`config.json`" : "`" + shownText(fault.pointer) + "`";
    report.at(config->path, config->placeOf(fault.pointer),
              where + " is not what `config.schema.json` asks for: " + shownText(fault.message));
  }
}

extern const Rule InvalidConfig = {
    {"AC2036",
     "invalid-config",
     "manifest",
     Severity::Error,
     "a `config.json` that its schema refuses",
     "",
     {"The bundle has a `config.json`, and its `config.schema.json` refuses it.",
      "The agent would be started with a configuration that its own author ruled out.", "", "",
      "`pattern`, `patternProperties`, `format`, `unevaluatedProperties`, `unevaluatedItems` and "
      "references to other documents refuse nothing here."},
     Precision::VeryHigh,
     1173},
    check};

} // namespace agentc::rules
