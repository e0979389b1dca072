#include "../FrameworkTable.h"

namespace agentc {

namespace {

constexpr ToolParts fields = {.name = {0, "name"},
                              .description = {0, "description"},
                              .parameters = {0, "schema"},
                              .execute = {0, "func"}};
constexpr ToolParts members = {.name = {0, "name"},
                               .description = {0, "description"},
                               .parameters = {0, "schema"},
                               .execute = {0, "_call"}};
constexpr ToolForm tools[] = {
    {.function = "tool",
     .form = "tool",
     .parts = {.name = {1, "name"},
               .description = {1, "description"},
               .parameters = {1, "schema"},
               .execute = {0}},
     .result = {1, "name description schema"}},
    {.function = "DynamicTool",
     .form = "new DynamicTool",
     .parts = fields,
     .traits = Distinctive,
     .result = {0, "name description func"}},
    {.function = "DynamicStructuredTool",
     .form = "new DynamicStructuredTool",
     .parts = fields,
     .traits = Distinctive,
     .result = {0, "name description schema func"}},
    {.function = "StructuredTool",
     .form = "class of StructuredTool",
     .parts = members,
     .traits = Distinctive},
    {.function = "Tool", .form = "class of Tool", .parts = members},
};
/// Models are bound to what their own interfaces take, too.
constexpr ToolForm objectTool = {.function = "",
                                 .form = "object",
                                 .parts = {.name = {0, "name"},
                                           .description = {0, "description"},
                                           .parameters = {0, "schema parameters input_schema"},
                                           .execute = {0, "func"}}};

constexpr AgentParts callParts = {.tools = {0, "tools"}};
constexpr AgentForm agents[] = {
    {.function = "createAgent",
     .form = "createAgent",
     .parts = {.name = {0, "name"},
               .description = {0, "description"},
               .instructions = {0, "systemPrompt prompt"},
               .model = {0, "model llm"},
               .tools = {0, "tools"}},
     .providerSeparator = ':'},
    {.function = "createReactAgent",
     .form = "createReactAgent",
     .parts = {.name = {0, "name"},
               .instructions = {0, "prompt stateModifier messageModifier"},
               .model = {0, "llm model"},
               .tools = {0, "tools"}},
     .isDistinctive = true,
     .providerSeparator = ':'},
    {.function = "*().compile", .form = "StateGraph.compile", .parts = {.name = {0, "name"}}},
    {.function = "createToolCallingAgent",
     .form = "createToolCallingAgent",
     .parts = callParts,
     .isAgent = false},
    {.function = "ToolNode", .form = "new ToolNode", .parts = {.tools = {0}}, .isAgent = false},
    {.function = "*().bindTools", .form = "bindTools", .parts = {.tools = {0}}, .isAgent = false},
};

constexpr FrameworkTable table = {.packages = "langchain/* @langchain/*",
                                  .tools = tools,
                                  .agents = agents,
                                  .objectTool = &objectTool};

constexpr llvm::StringRef forms[] = {
    "`tool(function, {name, description, schema})`",
    "`new DynamicStructuredTool({…})`, `new DynamicTool({…})`",
    "`class X extends StructuredTool`, `class X extends Tool`",
    "`createAgent({…})`, `createReactAgent({…})`, `new StateGraph(…).compile({name})`",
    "the tools of `model.bindTools([…])`, `new ToolNode([…])`, `createToolCallingAgent`, without "
    "agent"};
constexpr llvm::StringRef limits[] = {
    "prompts made by `ChatPromptTemplate` and by middleware are unresolved",
    "a graph's agent names none of the tools that its nodes use",
    "the schema that LangChain gives to a tool without one isn't shown",
    "where a bundler put the packages into the bundle, `tool`, `DynamicTool` and "
    "`DynamicStructuredTool`, `createAgent` and `createReactAgent` are known, classes of tools are "
    "not"};

} // namespace

namespace frameworks {
extern const Framework LangChain;
const Framework LangChain = {"langchain",
                             nullptr,
                             forms,
                             "`@langchain/core` 0.2 to 1, `langchain` 1, `@langchain/langgraph` "
                             "0.2 to 1; compared with 1.4, 1.5 and 1.7",
                             limits,
                             &table};
} // namespace frameworks

} // namespace agentc
