#include "agentc/Config/Config.h"

#include "agentc/Config/Framework.h"

#include "DefinitionIndex.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

bool isValidName(llvm::StringRef name) {
  if (name.empty() || name.size() > 128 || name.front() == ' ' || name.back() == ' ')
    return false;
  return llvm::all_of(
      name, [](char c) { return llvm::isAlnum(c) || llvm::StringRef("_-./:@ ").contains(c); });
}

const ToolDefinition *AgentConfig::findTool(llvm::StringRef idOrName) const {
  for (const ToolDefinition &tool : tools)
    if (tool.id == idOrName)
      return &tool;
  return nullptr;
}

namespace {

void collect(AgentConfig &config, const std::string &path,
             const std::optional<ConfigField> &field) {
  if (!field || field->kind != Provenance::Unresolved)
    return;
  if (field->unresolved.empty())
    config.unresolved.push_back({path, field->source, field->reason});
  for (const FieldRemark &part : field->unresolved) {
    bool isMember = !part.path.empty() && part.path.front() != '[';
    config.unresolved.push_back(
        {path + (isMember ? "." : "") + part.path, part.source, part.message});
  }
}

/// Every field that is not known, by its path in the configuration.
void collectUnresolved(AgentConfig &config) {
  for (size_t i = 0; i < config.agents.size(); ++i) {
    const AgentDefinition &agent = config.agents[i];
    std::string path = "agents[" + std::to_string(i) + "].";
    collect(config, path + "name", agent.name);
    collect(config, path + "description", agent.description);
    collect(config, path + "instructions", agent.instructions);
    collect(config, path + "model", agent.model);
  }
  for (size_t i = 0; i < config.tools.size(); ++i) {
    const ToolDefinition &tool = config.tools[i];
    std::string path = "tools[" + std::to_string(i) + "].";
    collect(config, path + "name", tool.name);
    collect(config, path + "description", tool.description);
    collect(config, path + "parameters", tool.parameters);
    collect(config, path + "outputSchema", tool.outputSchema);
    if (!tool.execute)
      config.unresolved.push_back(
          {path + "execute", tool.source, "no function of the bundle was found"});
  }
}

} // namespace

AgentConfig extract(const Program &program, const Values &values, const Manifest &manifest,
                    const Settings &settings) {
  AgentConfig config;
  DefinitionIndex index(program, values);
  ExtractionContext context{program, values, manifest, settings, config, index};
  for (const Framework *framework : allFrameworks())
    framework->extract(context);
  collectUnresolved(config);
  return config;
}

} // namespace agentc
