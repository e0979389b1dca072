#include "../DefinitionParts.h"

#include "../Definitions.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// `new AgentTool({agent})` has its agent's name, description and input, or a request as text.
void completeAgentTool(ExtractionContext &context, const DefinitionParts &parts,
                       ToolDefinition &tool) {
  std::optional<DefinitionPart> agent = parts.find({0, "agent"});
  if (!agent || !agent->value)
    return;
  DefinitionParts of(context, *agent->value, *agent->site);
  if (std::optional<DefinitionPart> name = of.find({0, "name"}))
    tool.name = readPart(context, *name);
  if (std::optional<DefinitionPart> description = of.find({0, "description"}))
    tool.description = readText(context, *description);
  if (std::optional<DefinitionPart> input = of.find({0, "inputSchema"})) {
    tool.parameters = readSchema(context, *input, false);
    return;
  }
  ConfigField request;
  request.value =
      std::make_shared<const Json>(Json{{"type", "object"},
                                        {"properties", {{"request", {{"type", "string"}}}}},
                                        {"required", {"request"}}});
  request.kind = Provenance::Folded;
  request.source = tool.source;
  tool.parameters = std::move(request);
}

constexpr ToolParts parts = {.name = {0, "name"},
                             .description = {0, "description"},
                             .parameters = {0, "parameters"},
                             .execute = {0, "execute"}};
constexpr DefinitionResult made = {0, "name description parameters execute"};

constexpr ToolForm hosted(llvm::StringRef function, llvm::StringRef name) {
  return {.function = function, .form = "built-in tool", .traits = Hosted, .defaultName = name};
}

constexpr ToolForm tools[] = {
    {.function = "FunctionTool",
     .form = "new FunctionTool",
     .parts = parts,
     .traits = NamedByFunction | Shipped,
     .result = made},
    {.function = "LongRunningFunctionTool",
     .form = "new LongRunningFunctionTool",
     .parts = parts,
     .traits = NamedByFunction | Distinctive,
     .result = made},
    {.function = "AgentTool",
     .form = "new AgentTool",
     .traits = Hosted,
     .complete = completeAgentTool},
    {.function = "BaseTool",
     .form = "class of BaseTool",
     .parts = {.name = {0, "name"}, .description = {0, "description"}, .execute = {0, "runAsync"}}},
    hosted("GOOGLE_SEARCH", "google_search"),
    hosted("GoogleSearchTool", "google_search"),
    hosted("URL_CONTEXT", "url_context"),
    hosted("UrlContextTool", "url_context"),
    hosted("ENTERPRISE_WEB_SEARCH", "enterprise_web_search"),
    hosted("EnterpriseWebSearchTool", "enterprise_web_search"),
    hosted("LOAD_MEMORY", "load_memory"),
    hosted("LoadMemoryTool", "load_memory"),
    hosted("PRELOAD_MEMORY", "preload_memory"),
    hosted("LOAD_ARTIFACTS", "load_artifacts"),
    hosted("EXIT_LOOP", "exit_loop"),
};

constexpr AgentParts agentParts = {.name = {0, "name"},
                                   .description = {0, "description"},
                                   .instructions = {0, "instruction"},
                                   .model = {0, "model"},
                                   .tools = {0, "tools"},
                                   .handoffs = {0, "subAgents"}};
constexpr AgentForm agents[] = {
    {.function = "LlmAgent", .form = "new LlmAgent", .parts = agentParts, .isDistinctive = true},
    {.function = "Agent", .form = "new Agent", .parts = agentParts},
    {.function = "SequentialAgent", .form = "new SequentialAgent", .parts = agentParts},
    {.function = "ParallelAgent", .form = "new ParallelAgent", .parts = agentParts},
    {.function = "LoopAgent", .form = "new LoopAgent", .parts = agentParts},
};

constexpr FrameworkTable table = {.packages = "@google/adk/*", .tools = tools, .agents = agents};

constexpr llvm::StringRef forms[] = {
    "`new LlmAgent({…})`, `new Agent({…})`, and `SequentialAgent`, `ParallelAgent`, `LoopAgent` "
    "with their `subAgents`",
    "`new FunctionTool({…})`, `new LongRunningFunctionTool({…})`, `new AgentTool({agent})`",
    "`class X extends BaseTool`", "built-in tools: `GOOGLE_SEARCH`, `URL_CONTEXT` …"};
constexpr llvm::StringRef limits[] = {
    "tools of toolsets (`MCPToolset`) are not known",
    "where a bundler put the ADK into the bundle, the agents, `new FunctionTool` and `new "
    "AgentTool` "
    "are known, and tools count that an agent uses or the entry exports",
    "the parameters that a class of `BaseTool` declares in `_getDeclaration` aren't read",
    "placeholders in instructions (`{name}`) stay as they are"};

} // namespace

namespace frameworks {
extern const Framework GoogleAdk;
const Framework GoogleAdk = {
    "google-adk", nullptr, forms, "`@google/adk` 0.1 to 2; compared with 2.0", limits, &table};
} // namespace frameworks

} // namespace agentc
