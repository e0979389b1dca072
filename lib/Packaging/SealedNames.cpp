#include "SealedNames.h"

namespace agentc {

std::string sealedName(llvm::StringRef path) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> extensions[] = {
      {".ts", ".js"}, {".tsx", ".js"}, {".mts", ".mjs"}, {".cts", ".cjs"}};
  for (auto [typed, plain] : extensions) {
    llvm::StringRef stem = path;
    if (stem.consume_back(typed))
      return stem.ends_with(".d") ? path.str() : (stem + plain).str();
  }
  return path.str();
}

static void rename(SourcePlace &place) { place.file = sealedName(place.file); }
static void rename(std::optional<ConfigField> &field) {
  if (field)
    rename(field->source);
}
static void rename(std::optional<ExecuteFunction> &function) {
  if (function)
    rename(function->source);
}
static void rename(ToolAccess &access) {
  for (AccessItem &item : access.items)
    for (SourcePlace &place : item.via)
      rename(place);
}

AgentConfig withSealedNames(AgentConfig config) {
  for (AgentDefinition &agent : config.agents) {
    rename(agent.source);
    for (auto *field : {&agent.name, &agent.description, &agent.instructions, &agent.model})
      rename(*field);
    rename(agent.handler);
  }
  for (ToolDefinition &tool : config.tools) {
    rename(tool.source);
    for (auto *field : {&tool.name, &tool.description, &tool.parameters, &tool.outputSchema})
      rename(*field);
    rename(tool.execute);
  }
  for (UnresolvedField &field : config.unresolved)
    rename(field.source);
  return config;
}

AccessMap withSealedNames(AccessMap access) {
  for (ToolAccess &entry : access.entries)
    rename(entry);
  rename(access.topLevel);
  return access;
}

} // namespace agentc
