#include "../FrameworkTable.h"

namespace agentc {

namespace {

constexpr ToolParts parts = {.description = {0, "description"},
                             .parameters = {0, "inputSchema parameters"},
                             .outputSchema = {0, "outputSchema"},
                             .execute = {0, "execute"}};
constexpr ToolForm tools[] = {
    {.function = "tool",
     .form = "tool",
     .parts = parts,
     .traits = NamedByKey | MayLackCode,
     .result = {0, wholeObject}},
    {.function = "dynamicTool",
     .form = "dynamicTool",
     .parts = parts,
     .traits = NamedByKey | MayLackCode | Distinctive,
     .result = {0, "title description inputSchema outputSchema execute"}},
    {.function = "*.tools.*",
     .form = "provider tool",
     .parts = {.execute = {0, "execute"}},
     .traits = NamedByKey | Hosted,
     .packages = "@ai-sdk/*"},
};
/// `tool` gives its argument back, so that it can be left out.
constexpr ToolForm objectTool = {
    .function = "", .form = "object", .parts = parts, .traits = NamedByKey | MayLackCode};

constexpr AgentParts agentParts = {.name = {0, "id"},
                                   .instructions = {0, "instructions system"},
                                   .model = {0, "model"},
                                   .tools = {0, "tools"}};
constexpr AgentParts callParts = {.tools = {0, "tools"}};
constexpr AgentForm agents[] = {
    {.function = "ToolLoopAgent",
     .form = "ToolLoopAgent",
     .parts = agentParts,
     .isDistinctive = true},
    {.function = "Experimental_Agent", .form = "Experimental_Agent", .parts = agentParts},
    {.function = "generateText", .form = "generateText", .parts = callParts, .isAgent = false},
    {.function = "streamText", .form = "streamText", .parts = callParts, .isAgent = false},
    {.function = "generateObject", .form = "generateObject", .parts = callParts, .isAgent = false},
    {.function = "streamObject", .form = "streamObject", .parts = callParts, .isAgent = false},
};

constexpr FrameworkTable table = {.packages = "ai/* @ai-sdk/provider-utils",
                                  .tools = tools,
                                  .agents = agents,
                                  .objectTool = &objectTool};

constexpr llvm::StringRef forms[] = {
    "`tool({…})`, `dynamicTool({…})`, named by their key in `tools`, else by their variable",
    "tools that providers define: `openai.tools.webSearch()`",
    "`new ToolLoopAgent({…})`, `new Experimental_Agent({…})`",
    "the `tools` of `generateText`, `streamText`, `generateObject`, `streamObject`, without agent"};
constexpr llvm::StringRef limits[] = {
    "tools of MCP clients are unresolved",
    "the schemas of tools that providers define aren't shown",
    "a tool that is used under several keys is listed once for each",
    "where a bundler put the package into the bundle, `tool` leaves no trace: tools are known by "
    "`generateText`, `streamText`, `new ToolLoopAgent` and, where their schema was made in the "
    "bundle, their members"};

} // namespace

namespace frameworks {
extern const Framework VercelAi;
const Framework VercelAi = {"ai", nullptr, forms, "`ai` 3 to 6; compared with 6.0", limits, &table};
} // namespace frameworks

} // namespace agentc
