#include "../FrameworkTable.h"
#include "../ServerPrinters.h"

namespace agentc {

namespace {

constexpr ToolForm tools[] = {{.function = "FastMCP().addTool",
                               .form = "server.addTool",
                               .parts = {.name = {0, "name"},
                                         .description = {0, "description"},
                                         .parameters = {0, "parameters"},
                                         .execute = {0, "execute"},
                                         .annotations = {0, "annotations"}},
                               .printing = fastMcpPrinting}};
constexpr GroupForm servers[] = {{.function = "FastMCP", .name = {0, "name"}}};

constexpr FrameworkTable table = {
    .packages = "fastmcp/* firecrawl-fastmcp/*", .tools = tools, .servers = servers};

constexpr llvm::StringRef forms[] = {
    "`server.addTool({name, description, parameters, execute})` of `new FastMCP({…})`"};
constexpr llvm::StringRef limits[] = {"resources and prompts"};

} // namespace

namespace frameworks {
extern const Framework FastMcp;
const Framework FastMcp = {"fastmcp", nullptr, forms, "`fastmcp` 3", limits, &table};
} // namespace frameworks

} // namespace agentc
