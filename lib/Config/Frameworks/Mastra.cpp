#include "../FrameworkTable.h"

namespace agentc {

namespace {

constexpr ToolParts parts = {.name = {0, "id"},
                             .description = {0, "description"},
                             .parameters = {0, "inputSchema schema"},
                             .outputSchema = {0, "outputSchema"},
                             .execute = {0, "execute executor"}};
constexpr DefinitionResult made = {0, "id description inputSchema outputSchema"};
constexpr ToolForm tools[] = {
    {.function = "createTool",
     .form = "createTool",
     .parts = parts,
     .traits = MayLackCode | Shipped,
     .result = made},
    {.function = "Tool",
     .form = "new Tool",
     .parts = parts,
     .traits = MayLackCode | Shipped,
     .result = made},
};
/// A server also takes a tool of the AI SDK, with its schema as `parameters`.
constexpr ToolForm objectTool = {.function = "",
                                 .form = "object",
                                 .parts = {.name = {0, "id"},
                                           .description = {0, "description"},
                                           .parameters = {0, "inputSchema parameters schema"},
                                           .outputSchema = {0, "outputSchema"},
                                           .execute = {0, "execute executor"}}};

constexpr AgentForm agents[] = {{.function = "Agent",
                                 .form = "new Agent",
                                 .parts = {.name = {0, "name id"},
                                           .description = {0, "description"},
                                           .instructions = {0, "instructions"},
                                           .model = {0, "model"},
                                           .tools = {0, "tools"},
                                           .handoffs = {0, "agents"}},
                                 .providerSeparator = '/'}};
constexpr GroupForm servers[] = {
    {.function = "MCPServer", .name = {0, "name"}, .members = {0, "tools"}, .isDistinctive = true}};
constexpr GroupForm registries[] = {{.function = "Mastra", .members = {0, "agents"}}};

constexpr FrameworkTable table = {.packages = "@mastra/core/* @mastra/mcp",
                                  .tools = tools,
                                  .agents = agents,
                                  .servers = servers,
                                  .registries = registries,
                                  .objectTool = &objectTool};

constexpr llvm::StringRef forms[] = {
    "`createTool({id, …})`, `new Tool({id, …})`, named by their `id`",
    "`new Agent({…})`, with `instructions`, `model` and `tools` as values or functions",
    "`new Mastra({agents})`: the key under which an agent is registered",
    "`new MCPServer({name, tools})`"};
constexpr llvm::StringRef limits[] = {
    "workflows and their steps are not tools",
    "what an `MCPServer` makes of `agents` and `workflows` isn't listed",
    "a model with fallbacks is unresolved",
    "where a bundler put the packages into the bundle, `createTool`, `new Tool` and `new Agent` "
    "are "
    "known, and tools count that an agent uses or the entry exports"};

} // namespace

namespace frameworks {
extern const Framework Mastra;
const Framework Mastra = {"mastra", nullptr, forms, "`@mastra/core` 0.1 to 1; compared with 1.71",
                          limits,   &table};
} // namespace frameworks

} // namespace agentc
