#include "../DefinitionIndex.h"
#include "../Definitions.h"

#include "../Names.h"

#include "agentc/Values/Schema.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

namespace frameworks {
extern const Framework McpSdk;
} // namespace frameworks

namespace {

/// Whether an object is a shape (`{key: schema}`), as the SDK tells it from annotations: empty, or
/// with a schema among its members.
bool isShape(const Value &value) {
  const auto *object = llvm::dyn_cast<ObjectValue>(&value);
  if (!object)
    return false;
  return (object->properties.empty() && !object->open) ||
         llvm::any_of(object->properties, [](const PropertyValue &property) {
           return llvm::isa<ResultValue, ApiValue, InstanceValue>(property.value);
         });
}

/// `tool(name, description?, shape?, annotations?, callback)`.
void completeOverload(ExtractionContext &context, const DefinitionParts &parts,
                      ToolDefinition &tool) {
  llvm::ArrayRef<const Value *> arguments = parts.arguments();
  size_t next = 1;
  if (arguments.size() < 2)
    return;
  auto part = [&] { return DefinitionPart{arguments[next], &parts.siteOf(next)}; };
  bool mayBeText = !llvm::isa<ObjectValue, FunctionValue>(arguments[next]);
  if (mayBeText && arguments.size() > 2) {
    tool.description = readText(context, part());
    ++next;
  }
  if (next + 1 < arguments.size()) {
    const auto *object = llvm::dyn_cast<ObjectValue>(arguments[next]);
    if (!object || object->open || isShape(*object))
      tool.parameters = readSchema(context, part(), true);
  }
  tool.execute = readExecute(context, *arguments.back());
}

constexpr ToolParts registered = {.name = {0},
                                  .description = {1, "description"},
                                  .parameters = {1, "inputSchema"},
                                  .outputSchema = {1, "outputSchema"},
                                  .execute = {2},
                                  .title = {1, "title"}};
constexpr ToolParts registeredTask = {.name = {0},
                                      .description = {1, "description"},
                                      .parameters = {1, "inputSchema"},
                                      .outputSchema = {1, "outputSchema"},
                                      .execute = {2, "createTask"},
                                      .title = {1, "title"}};
constexpr ToolForm tools[] = {
    {.function = "McpServer().registerTool",
     .form = "server.registerTool",
     .parts = registered,
     .traits = TakesShape | Distinctive},
    {.function = "McpServer().tool",
     .form = "server.tool",
     .parts = {.name = {0}},
     .traits = TakesShape | Distinctive,
     .complete = completeOverload},
    {.function = "McpServer().experimental.tasks.registerToolTask",
     .form = "registerToolTask",
     .parts = registeredTask,
     .traits = TakesShape},
};
constexpr ToolForm listedTool = {.function = "",
                                 .form = "tools/list",
                                 .parts = {.name = {0, "name"},
                                           .description = {0, "description"},
                                           .parameters = {0, "inputSchema"},
                                           .outputSchema = {0, "outputSchema"},
                                           .title = {0, "title"}}};
constexpr GroupForm servers[] = {
    {.function = "McpServer", .name = {0, "name"}, .isDistinctive = true},
    {.function = "Server", .name = {0, "name"}}};

constexpr FrameworkTable table = {.packages =
                                      "@modelcontextprotocol/sdk/* @modelcontextprotocol/server/*",
                                  .tools = tools,
                                  .servers = servers,
                                  .objectTool = &listedTool};

bool isHandler(llvm::StringRef path) {
  return (path.starts_with("module:@modelcontextprotocol/s") ||
          path.starts_with("bundled:@modelcontextprotocol/s")) &&
         (path.ends_with(".Server().setRequestHandler") ||
          path.ends_with(".McpServer().server.setRequestHandler"));
}

/// The text that a request's schema wants for its `method`, as it is read where the SDK is inside
/// the bundle.
std::string methodOf(const Values &values, const Value &schema) {
  SchemaAnswer answer = readSchema(values, schema);
  if (!answer.schema)
    return "";
  static const Json::json_pointer places[] = {Json::json_pointer("/properties/method/const"),
                                              Json::json_pointer("/properties/method/enum/0")};
  for (const Json::json_pointer &place : places)
    if (answer.schema->contains(place) && answer.schema->at(place).is_string())
      return answer.schema->at(place).get<std::string>();
  return "";
}

/// Whether a handler answers that request: `ListToolsRequestSchema`, or its method's name.
bool answers(const Values &values, const ResultValue &call, llvm::StringRef schema,
             llvm::StringRef method) {
  if (call.arguments.size() < 2)
    return false;
  if (const auto *api = llvm::dyn_cast<ApiValue>(call.arguments[0]))
    return api->path.ends_with(schema);
  if (std::optional<llvm::StringRef> text = asString(*call.arguments[0]))
    return *text == method;
  return isSchema(*call.arguments[0]) && methodOf(values, *call.arguments[0]) == method;
}

/// The tools that a server without registration lists: what its handler of `tools/list` returns.
/// The handler of `tools/call` runs them all.
void extractListedTools(ExtractionContext &context) {
  std::vector<const ResultValue *> lists;
  llvm::DenseMap<const ResultValue *, const ResultValue *> calls;
  forEachResult(context, isHandler, [&](const ResultValue &call) {
    if (answers(context.values, call, ".ListToolsRequestSchema", "tools/list"))
      lists.push_back(&call);
    else if (answers(context.values, call, ".CallToolRequestSchema", "tools/call"))
      calls[call.callee->receiver] = &call;
  });
  for (const ResultValue *list : lists) {
    const auto *handler = llvm::dyn_cast<FunctionValue>(list->arguments[1]);
    const Node *result = handler ? context.index.onlyResultOf(*handler->origin) : nullptr;
    const ResultValue *server = list->callee->receiver;
    ToolOwner owner{&frameworks::McpSdk, "", {}};
    if (server)
      owner.server = serverNameOf(context, *server);
    owner.scope = owner.server.value_or("");
    size_t before = context.config.tools.size();
    if (result) {
      DefinitionParts answer(context, context.values.of(*result), *result);
      if (std::optional<DefinitionPart> listed = answer.find({0, "tools"}))
        addTools(context, *listed, "tools", owner);
    } else {
      context.config.unresolved.push_back({"tools", placeOf(context.program, *list->origin),
                                           "what the handler of `tools/list` returns isn't known"});
    }
    if (const ResultValue *call = calls.lookup(server))
      for (size_t i = before; i < context.config.tools.size(); ++i)
        context.config.tools[i].execute = readExecute(context, *call->arguments[1]);
  }
}

constexpr llvm::StringRef forms[] = {
    "`server.registerTool(name, {…}, callback)`, `server.tool(…)` in all its overloads",
    "`server.setRequestHandler(ListToolsRequestSchema, …)` that returns `{tools: […]}`; all of "
    "them run the handler of `CallToolRequestSchema`"};
constexpr llvm::StringRef limits[] = {
    "a server that is a parameter is followed to the calls that give it",
    "names that `tool.update({…})` gives later are not followed", "resources and prompts"};

} // namespace

namespace frameworks {
const Framework McpSdk = {"mcp",
                          nullptr,
                          forms,
                          "`@modelcontextprotocol/sdk` 1, `@modelcontextprotocol/server` 2; "
                          "compared with 1.32",
                          limits,
                          &table,
                          extractListedTools};
} // namespace frameworks

} // namespace agentc
