#include "Uses.h"

#include "llvm/ADT/StringMap.h"

#include <nlohmann/json.hpp>

namespace agentc::rules {

static std::string nameOf(const ToolDefinition &tool) {
  if (!tool.name || !tool.name->value || !tool.name->value->is_string())
    return "";
  return tool.name->value->get<std::string>();
}

static void check(const CheckContext &context, RuleReporter &report) {
  llvm::StringMap<const ToolDefinition *> byId;
  for (const ToolDefinition &tool : context.config.tools)
    byId[tool.id] = &tool;
  for (const AgentDefinition &agent : context.config.agents) {
    llvm::StringMap<const ToolDefinition *> seen;
    for (const std::string &id : agent.tools) {
      const ToolDefinition *tool = byId.lookup(id);
      if (!tool)
        continue;
      std::string name = nameOf(*tool);
      if (name.empty())
        continue;
      auto [first, isNew] = seen.try_emplace(name, tool);
      if (isNew || first->second->source.range == tool->source.range)
        continue;
      const SourcePlace &place = tool->name->source;
      report
          .at(place.file, place.range,
              "the agent has two tools with the name `" + shownText(name) + "`")
          .notes.push_back({"the other one is here", first->second->name->source.file,
                            first->second->name->source.range});
    }
  }
}

extern const Rule DuplicateTool = {
    {"AC7003",
     "duplicate-tool",
     "agents",
     Severity::Error,
     "two tools of one agent with the same name",
     "",
     {"An agent has two tools with the same name.",
      "A model calls tools by name; which of the two answers would be chance.",
      R"(import { BaseAgent } from '@buzzi/base-agent';

export default class SalesAgent extends BaseAgent {
  tools = [
    { name: 'stock', description: 'Stock of a product', parameters: {}, execute: async () => 1 },
    { name: 'stock', description: 'Stock of a shop', parameters: {}, execute: async () => 2 },
  ];
}
)",
      R"(import { BaseAgent } from '@buzzi/base-agent';

export default class SalesAgent extends BaseAgent {
  tools = [
    { name: 'stock', description: 'Stock of a product', parameters: {}, execute: async () => 1 },
    { name: 'shop_stock', description: 'Stock of a shop', parameters: {}, execute: async () => 2 },
  ];
}
)",
      "Tools whose names could not be determined are not compared."},
     Precision::VeryHigh,
     694},
    check};

} // namespace agentc::rules
