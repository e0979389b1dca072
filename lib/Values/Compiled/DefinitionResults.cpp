#include "Compiled/DefinitionResults.h"

namespace agentc {

// LangChain's object of fields is its second argument.
static constexpr DefinitionResult results[] = {
    {"ai.tool", 0, ""},
    {"@ai-sdk/provider-utils.tool", 0, ""},
    {"@mastra/core.createTool", 0, "id description inputSchema outputSchema"},
    {"@mastra/core/tools.createTool", 0, "id description inputSchema outputSchema"},
    {"@langchain/core/tools.tool", 1, "name description schema"},
    {"langchain.tool", 1, "name description schema"},
    {"@openai/agents.tool", 0, "name description"},
    {"@openai/agents-core.tool", 0, "name description"},
};

bool DefinitionResult::has(llvm::StringRef member) const {
  for (llvm::StringRef rest = members; !rest.empty(); rest = rest.split(' ').second)
    if (rest.split(' ').first == member)
      return true;
  return isObject();
}

const DefinitionResult *definitionResultOf(llvm::StringRef path) {
  if (!path.consume_front("module:") && !path.consume_front("bundled:"))
    return nullptr;
  for (const DefinitionResult &result : results)
    if (path == result.function)
      return &result;
  return nullptr;
}

} // namespace agentc
