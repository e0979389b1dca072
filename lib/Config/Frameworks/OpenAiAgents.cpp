#include "../DefinitionParts.h"
#include "../Definitions.h"
#include "../Names.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// `agent.asTool()` has the agent's name, and a text as input, where it says nothing else.
void completeAgentTool(ExtractionContext &context, const DefinitionParts &parts,
                       ToolDefinition &tool) {
  const auto *call = llvm::dyn_cast<ResultValue>(&parts.definition());
  const ResultValue *agent = call ? call->callee->receiver : nullptr;
  if (!tool.name && agent) {
    DefinitionParts of(context, *agent, agent->origin ? *agent->origin : parts.siteOf(0));
    if (std::optional<DefinitionPart> name = of.find({0, "name"}))
      tool.name = readPart(context, *name);
    spellByLetters(tool.name);
  }
  if (tool.parameters)
    return;
  ConfigField input;
  input.value = std::make_shared<const Json>(Json{{"type", "object"},
                                                  {"properties", {{"input", {{"type", "string"}}}}},
                                                  {"required", {"input"}}});
  input.kind = Provenance::Folded;
  input.source = tool.source;
  tool.parameters = std::move(input);
}

constexpr ToolForm hosted(llvm::StringRef function, llvm::StringRef name, int options = 0) {
  return {.function = function,
          .form = "hosted tool",
          .parts = {.name = {options, "name"}},
          .traits = Hosted,
          .defaultName = name};
}

constexpr ToolForm tools[] = {
    {.function = "tool",
     .form = "tool",
     .parts = {.name = {0, "name"},
               .description = {0, "description"},
               .parameters = {0, "parameters"},
               .outputSchema = {0, "outputSchema"},
               .execute = {0, "execute"}},
     .traits = NamedByFunction | NamedByLetters | Shipped,
     .result = {0, "name description"}},
    {.function = "*().asTool",
     .form = "agent.asTool",
     .parts = {.name = {0, "toolName"},
               .description = {0, "toolDescription"},
               .parameters = {0, "parameters"}},
     .traits = Hosted,
     .complete = completeAgentTool},
    hosted("webSearchTool", "web_search"),
    hosted("fileSearchTool", "file_search", 1),
    hosted("codeInterpreterTool", "code_interpreter"),
    hosted("imageGenerationTool", "image_generation"),
    hosted("toolSearchTool", "tool_search"),
    hosted("hostedMcpTool", "hosted_mcp"),
    hosted("computerTool", "computer_use_preview"),
    hosted("shellTool", "shell"),
    hosted("applyPatchTool", "apply_patch"),
};

/// The results of `tool`, and copies of them.
constexpr ToolForm objectTool = {.function = "",
                                 .form = "object",
                                 .parts = {.name = {0, "name"},
                                           .description = {0, "description"},
                                           .parameters = {0, "parameters"},
                                           .execute = {0, "invoke"}},
                                 .traits = MayLackCode};

constexpr AgentParts agentParts = {.name = {0, "name"},
                                   .description = {0, "handoffDescription"},
                                   .instructions = {0, "instructions"},
                                   .model = {0, "model"},
                                   .tools = {0, "tools"},
                                   .handoffs = {0, "handoffs"}};
constexpr AgentForm agents[] = {
    {.function = "Agent", .form = "new Agent", .parts = agentParts},
    {.function = "Agent.create", .form = "Agent.create", .parts = agentParts},
    {.function = "RealtimeAgent",
     .form = "new RealtimeAgent",
     .parts = agentParts,
     .isDistinctive = true},
    {.function = "SandboxAgent",
     .form = "new SandboxAgent",
     .parts = agentParts,
     .isDistinctive = true},
    {.function = "realtime.RealtimeAgent", .form = "new RealtimeAgent", .parts = agentParts},
};

constexpr FrameworkTable table = {
    .packages = "@openai/agents/* @openai/agents-core/* @openai/agents-realtime/* "
                "@openai/agents-openai/*",
    .tools = tools,
    .agents = agents,
    .objectTool = &objectTool};

constexpr llvm::StringRef forms[] = {
    "`tool({…})`, named by `name`, else by the function that `execute` is; what is not a letter or "
    "digit becomes `_`",
    "`new Agent({…})`, `Agent.create({…})`, `new RealtimeAgent({…})`, `new SandboxAgent({…})`, "
    "with `handoffs`",
    "`agent.asTool({toolName, toolDescription})`",
    "hosted tools: `webSearchTool()`, `fileSearchTool(…)`, `codeInterpreterTool()` …"};
constexpr llvm::StringRef limits[] = {
    "`agent.clone({…})` is not an agent of its own", "tools of MCP servers are not known",
    "where a bundler put the SDK into the bundle, `tool` and `new Agent` are known, and tools "
    "count "
    "that an agent uses or the entry exports",
    "parameters are as they are written; the framework makes a strict schema of them"};

} // namespace

namespace frameworks {
extern const Framework OpenAiAgents;
const Framework OpenAiAgents = {"openai-agents", nullptr,
                                forms,           "`@openai/agents` 0.0 to 0.20; compared with 0.20",
                                limits,          &table};
} // namespace frameworks

} // namespace agentc
