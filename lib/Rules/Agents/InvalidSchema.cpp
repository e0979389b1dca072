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
                "the parameters of `" + shownText(tool.id) + "` are no JSON Schema of an object" +
                    place + ": " + shownText(fault.message));
    }
  }
}

extern const Rule InvalidSchema = {
    {"AC7007",
     "invalid-schema",
     "agents",
     Severity::Error,
     "parameters of tools that are no JSON Schema of an object",
     "",
     {"A tool's parameters are no JSON Schema by the metaschema of draft 2020-12 (or draft-07, "
      "where `$schema` says so), have a reference inside that leads nowhere, or take no object.",
      "A model's API refuses the whole request for one such tool, and where it doesn't, nothing "
      "checks what the model gives.",
      R"(import { BaseAgent } from '@buzzi/base-agent';

export default class SalesAgent extends BaseAgent {
  tools = [{
    name: 'stock',
    description: 'Stock of a product',
    parameters: { type: 'object', properties: { sku: { type: 'text' } } },
    execute: async ({ sku }) => sku,
  }];
}
)",
      R"(import { BaseAgent } from '@buzzi/base-agent';

export default class SalesAgent extends BaseAgent {
  tools = [{
    name: 'stock',
    description: 'Stock of a product',
    parameters: { type: 'object', properties: { sku: { type: 'string' } } },
    execute: async ({ sku }) => sku,
  }];
}
)",
      "Patterns are not compiled. What could not be determined is `unresolved-config`. A schema "
      "of zod and its like is written by agentc, and valid."},
     Precision::VeryHigh,
     1173},
    check};

} // namespace agentc::rules
