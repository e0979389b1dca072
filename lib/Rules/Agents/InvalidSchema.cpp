#include "SchemaFiles.h"
#include "Uses.h"

#include <nlohmann/json.hpp>

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ToolDefinition &tool : context.config.tools) {
    const std::optional<ConfigField> &field = tool.parameters;
    if (!field || !field->value || field->kind == Provenance::Unresolved)
      continue;
    for (const JsonFault &fault : faultsOfObjectSchema(*field->value)) {
      std::string place = fault.pointer.empty() ? "" : " at `" + shownText(fault.pointer) + "`";
      report.at(field->source.file, field->source.range,
                "the parameters of `" + shownText(tool.id) + "` are not JSON Schema of an object" +
                    place + ": " + shownText(fault.message));
    }
  }
}

extern const Rule InvalidSchema = {
    {.id = "AC7007",
     .name = "invalid-schema",
     .group = "agents",
     .severity = Severity::Error,
     .summary = "parameters of tools that are not JSON Schema of an object",
     .cwe = 1173,
     .concern = Concern::Bundle},
    check};

} // namespace agentc::rules
