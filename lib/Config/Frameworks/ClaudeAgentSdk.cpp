#include "../FrameworkTable.h"

namespace agentc {

namespace {

constexpr ToolForm tools[] = {
    {.function = "tool",
     .form = "tool",
     .parts = {.name = {0}, .description = {1}, .parameters = {2}, .execute = {3}},
     .traits = TakesShape}};

/// The form of the objects that `tool` returns.
constexpr ToolForm objectTool = {.function = "",
                                 .form = "object",
                                 .parts = {.name = {0, "name"},
                                           .description = {0, "description"},
                                           .parameters = {0, "inputSchema"},
                                           .execute = {0, "handler"}},
                                 .traits = TakesShape};

constexpr AgentForm subagent = {.function = "",
                                .form = "subagent",
                                .parts = {.description = {0, "description"},
                                          .instructions = {0, "prompt"},
                                          .model = {0, "model"}}};
constexpr AgentForm agents[] = {{.function = "query",
                                 .form = "query",
                                 .parts = {.instructions = {0, "systemPrompt"},
                                           .model = {0, "model"},
                                           .servers = {0, "mcpServers"},
                                           .agents = {0, "agents"}},
                                 .options = "options",
                                 .agentForm = &subagent}};
constexpr GroupForm servers[] = {{.function = "createSdkMcpServer",
                                  .name = {0, "name"},
                                  .members = {0, "tools"},
                                  .isDistinctive = true}};

constexpr FrameworkTable table = {
    .packages = "@anthropic-ai/claude-agent-sdk/* @anthropic-ai/claude-code/*",
    .tools = tools,
    .agents = agents,
    .servers = servers,
    .objectTool = &objectTool};

constexpr llvm::StringRef forms[] = {
    "`tool(name, description, shape, handler)`", "`createSdkMcpServer({name, tools})`",
    "`query({options: {systemPrompt, model, mcpServers, agents}})`: an agent, and one for each of "
    "`agents`"};
constexpr llvm::StringRef limits[] = {
    "the tools that Claude Code itself has (`Read`, `Bash` …) are not listed",
    "servers that run elsewhere have tools that are not known",
    "where a bundler put the package into the bundle, `query` is not known"};

} // namespace

namespace frameworks {
extern const Framework ClaudeAgentSdk;
const Framework ClaudeAgentSdk = {"claude-agent-sdk",
                                  nullptr,
                                  forms,
                                  "`@anthropic-ai/claude-agent-sdk` 0.1 to 0.3; compared with 0.3",
                                  limits,
                                  &table};
} // namespace frameworks

} // namespace agentc
