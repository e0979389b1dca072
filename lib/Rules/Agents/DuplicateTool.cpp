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

extern const Rule DuplicateTool = {{.id = "AC7003",
                                    .name = "duplicate-tool",
                                    .group = "agents",
                                    .severity = Severity::Error,
                                    .summary = "two tools of one agent with the same name",
                                    .cwe = 694,
                                    .concern = Concern::Bundle},
                                   check};

} // namespace agentc::rules
