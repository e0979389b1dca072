#include "agentc/Calls/CallTarget.h"
#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Support/Suggestion.h"
#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

using Style = RuntimeReference::Style;

std::string quoted(llvm::ArrayRef<std::string> names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "`" : ", `") + escapeForTerminal(name) + "`";
  return text;
}

/// True if the manifest's `enabledTools` has the name, or the manifest has no `enabledTools`.
bool isEnabled(const Manifest &manifest, llvm::StringRef name) {
  return !manifest.enabledTools ||
         llvm::any_of(*manifest.enabledTools, [&](const auto &word) { return word.text == name; });
}

llvm::Expected<CallTarget> chooseNamed(const AgentConfig &config, const Manifest &manifest,
                                       llvm::StringRef name, llvm::ArrayRef<std::string> callable) {
  const ToolDefinition *tool = config.findTool(name);
  for (const AgentDefinition &agent : config.agents)
    if (agent.id == name && (agent.reference.style == Style::Handler ||
                             (!tool && agent.reference.style == Style::BaseAgent)))
      return CallTarget{agent.id, agent.reference.style == Style::BaseAgent};
  if (!tool && callable.empty() && isEnabled(manifest, name))
    return CallTarget{name.str(), false, /*isRead=*/false};
  if (!tool)
    return usageError("no tool is named `" + escapeForTerminal(name) + "`" +
                      didYouMean(name, callable) +
                      (callable.empty() ? " (nothing in the bundle can be called)"
                                        : " (what can be called: " + quoted(callable) + ")"));
  if (!isEnabled(manifest, *tool))
    return usageError("`" + escapeForTerminal(name) +
                      "` is not among the manifest's `enabledTools`");
  if (tool->reference.style == Style::None)
    return usageError("`" + escapeForTerminal(name) +
                      "` cannot be called: nothing that the entry exports leads to it");
  return CallTarget{tool->id};
}

} // namespace

bool isEnabled(const Manifest &manifest, const ToolDefinition &tool) {
  if (!manifest.enabledTools)
    return true;
  return llvm::any_of(*manifest.enabledTools, [&](const ManifestWord &word) {
    return word.text == toolName(tool) || word.text == tool.id;
  });
}

std::string toolName(const ToolDefinition &tool) {
  bool isText = tool.name && tool.name->value && tool.name->value->is_string();
  return isText ? tool.name->value->get<std::string>() : tool.id;
}

llvm::Expected<CallTarget> chooseTarget(const AgentConfig &config, const Manifest &manifest,
                                        const std::optional<std::string> &name) {
  std::vector<std::string> names, handlers, agents, ids;
  for (const AgentDefinition &agent : config.agents)
    if (agent.reference.style == Style::Handler)
      handlers.push_back(agent.id);
    else if (agent.reference.style == Style::BaseAgent)
      agents.push_back(agent.id);
  for (const ToolDefinition &tool : config.tools)
    if (tool.reference.style != Style::None && isEnabled(manifest, tool)) {
      names.push_back(toolName(tool));
      ids.push_back(tool.id);
    }
  names.insert(names.begin(), agents.begin(), agents.end());
  names.insert(names.begin(), handlers.begin(), handlers.end());
  if (name)
    return chooseNamed(config, manifest, *name, names);
  if (handlers.size() == 1)
    return CallTarget{handlers.front()};
  if (handlers.empty() && agents.size() == 1)
    return CallTarget{agents.front(), true};
  if (handlers.empty() && agents.empty() && ids.size() == 1)
    return CallTarget{ids.front()};
  if (names.empty())
    return usageError("the bundle has no tool and no handler that can be called");
  return usageError("several tools can be called; `--tool NAME` says which: " + quoted(names));
}

} // namespace agentc
