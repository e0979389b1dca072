#include "../FrameworkTable.h"

namespace agentc {

namespace {

constexpr ToolParts parts = {.name = {0, "name"},
                             .description = {0, "description"},
                             .parameters = {0, "parameters inputSchema"},
                             .outputSchema = {0, "outputSchema"},
                             .execute = {0, "execute handler invoke"}};
constexpr ToolForm tools[] = {
    {.function = "createTool", .form = "createTool", .parts = parts, .traits = Distinctive}};
constexpr ToolForm plainFunction = {
    .function = "", .form = "plain function", .traits = NamedByFunction};

constexpr AgentForm agents[] = {{.function = "createAgent",
                                 .form = "createAgent",
                                 .parts = {.name = {0, "name"},
                                           .description = {0, "description"},
                                           .instructions = {0, "system instructions"},
                                           .model = {0, "model"},
                                           .tools = {0, "tools"}},
                                 .isDistinctive = true}};
constexpr GroupForm registries[] = {
    {.function = "createLightfast", .members = {0, "agents"}, .isDistinctive = true}};

constexpr FrameworkTable table = {.packages =
                                      "lightfast/* @lightfast/* @lightfastai/* @lightfast-ai/*",
                                  .tools = tools,
                                  .agents = agents,
                                  .registries = registries,
                                  .objectTool = &tools[0],
                                  .functionTool = &plainFunction};

constexpr llvm::StringRef forms[] = {"`createLightfast({agents})`",
                                     "`createAgent({name, system, model, tools})`",
                                     "`createTool({…})`", "plain functions as tools"};
constexpr llvm::StringRef limits[] = {"a name that nothing declares counts as Lightfast's"};

} // namespace

namespace frameworks {
extern const Framework Lightfast;
const Framework Lightfast = {
    "lightfast", nullptr, forms, "`lightfast`, `@lightfast…`, every version", limits, &table};
} // namespace frameworks

} // namespace agentc
