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
    report.at(config->path, config->errorRange, "`config.json` is not JSON: " + config->error);
    return;
  }
  // a schema that is none has a finding of its own
  if (!schema->value || !faultsOfObjectSchema(*schema->value).empty())
    return;
  const SchemaDraft draft = *draftOf(*schema->value, SchemaDraft::Draft202012);
  for (const JsonFault &fault : checkBySchema(*schema->value, *config->value, draft)) {
    std::string where =
        fault.pointer.empty() ? "`config.json`" : "`" + shownText(fault.pointer) + "`";
    report.at(config->path, config->placeOf(fault.pointer),
              where + " is not what `config.schema.json` asks for: " + shownText(fault.message));
  }
}

extern const Rule InvalidConfig = {{.id = "AC2036",
                                    .name = "invalid-config",
                                    .group = "manifest",
                                    .severity = Severity::Error,
                                    .summary = "a `config.json` that its schema refuses",
                                    .cwe = 1173,
                                    .concern = Concern::Bundle},
                                   check};

} // namespace agentc::rules
