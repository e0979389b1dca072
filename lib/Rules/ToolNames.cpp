#include "ToolNames.h"

#include "agentc/Support/Suggestion.h"
#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc {

std::string ToolNames::meant(llvm::StringRef word) const {
  std::vector<std::string> known;
  for (const auto &entry : names)
    known.push_back(entry.getKey().str());
  llvm::sort(known);
  return didYouMean(word, known);
}

ToolNames toolNamesOf(const AgentConfig &config) {
  ToolNames tools;
  for (const ToolDefinition &tool : config.tools) {
    tools.names.insert(tool.id);
    const Json *name = tool.name ? tool.name->value.get() : nullptr;
    if (name && name->is_string())
      tools.names.insert(name->get_ref<const std::string &>());
    else if (tool.name && tool.name->kind == Provenance::Unresolved)
      tools.isComplete = false;
  }
  for (const UnresolvedField &field : config.unresolved)
    tools.isComplete &= !llvm::StringRef(field.path).contains("tools");
  return tools;
}

} // namespace agentc
