#include "../FrameworkTable.h"
#include "../ServerPrinters.h"

namespace agentc {

namespace {

constexpr ToolParts parts = {.name = {0, "name"},
                             .description = {0, "description"},
                             .parameters = {0, "schema"},
                             .outputSchema = {0, "outputSchema"},
                             .execute = {1},
                             .title = {0, "title description"},
                             .annotations = {0, "annotations"}};

constexpr ToolForm tools[] = {
    {.function = "McpServer().tool",
     .form = "server.tool",
     .parts = parts,
     .printing = tmcpPrinting},
    {.function = "defineTool", .form = "defineTool", .parts = parts, .printing = tmcpPrinting}};
constexpr GroupForm servers[] = {{.function = "McpServer", .name = {0, "name"}}};

constexpr FrameworkTable table = {.packages = "tmcp/*", .tools = tools, .servers = servers};

constexpr llvm::StringRef forms[] = {
    "`server.tool({name, description, schema}, execute)` of `new McpServer({name}, {adapter})`",
    "`defineTool({name, description, schema}, execute)`, given to `server.tool` or `server.tools`"};
constexpr llvm::StringRef limits[] = {
    "resources, templates and prompts",
    "schemas of other adapters than zod's are as zod prints them"};

} // namespace

namespace frameworks {
extern const Framework Tmcp;
const Framework Tmcp = {"tmcp", nullptr, forms, "`tmcp` 1", limits, &table};
} // namespace frameworks

} // namespace agentc
