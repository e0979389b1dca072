#include "../DefinitionIndex.h"
#include "../Definitions.h"

#include "../Names.h"
#include "../ServerFeatures.h"
#include "../ServerPrinters.h"

#include "agentc/Config/UnfollowedCalls.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/Schema.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

namespace frameworks {
extern const Framework McpSdk;
} // namespace frameworks

namespace {

ServerPrinting listedPrinting(const ExtractionContext &context, llvm::StringRef path,
                              bool isOutput);

/// Returns true if an object is a shape (`{key: schema}`), by the SDK's test that distinguishes
/// shapes from annotations: it is empty, or has a schema among its members. A member that isn't
/// known counts as a schema unless its key is the name of an annotation.
bool isShape(const Value &value) {
  static constexpr llvm::StringLiteral annotations[] = {"title", "readOnlyHint", "destructiveHint",
                                                        "idempotentHint", "openWorldHint"};
  const auto *object = llvm::dyn_cast<ObjectValue>(&value);
  if (!object)
    return false;
  return (object->properties.empty() && !object->open) ||
         llvm::any_of(object->properties, [](const PropertyValue &property) {
           return llvm::isa<ResultValue, ApiValue, InstanceValue>(property.value) ||
                  !llvm::is_contained(annotations, property.key);
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
    if (!object || object->open || isShape(*object)) {
      const auto *call = llvm::dyn_cast<ResultValue>(&parts.definition());
      ServerPrinting printing = listedPrinting(context, call ? call->callee->path : "", false);
      tool.parameters = readSchema(context, part(), true, &printing);
      ++next;
    }
  }
  if (next + 1 < arguments.size() && !llvm::isa<UndefinedValue>(arguments[next]))
    tool.annotations = readPart(context, part());
  tool.execute = readExecute(context, *arguments.back());
}

constexpr ToolParts registered = {.name = {0},
                                  .description = {1, "description"},
                                  .parameters = {1, "inputSchema"},
                                  .outputSchema = {1, "outputSchema"},
                                  .execute = {2},
                                  .title = {1, "title"},
                                  .annotations = {1, "annotations"}};
constexpr ToolParts registeredTask = {.name = {0},
                                      .description = {1, "description"},
                                      .parameters = {1, "inputSchema"},
                                      .outputSchema = {1, "outputSchema"},
                                      .execute = {2, "createTask"},
                                      .title = {1, "title"},
                                      .annotations = {1, "annotations"}};
constexpr ToolForm tools[] = {
    {.function = "McpServer().registerTool",
     .form = "server.registerTool",
     .parts = registered,
     .traits = TakesShape | Distinctive,
     .printing = listedPrinting},
    {.function = "McpServer().tool",
     .form = "server.tool",
     .parts = {.name = {0}},
     .traits = TakesShape | Distinctive,
     .complete = completeOverload},
    {.function = "McpServer().experimental.tasks.registerToolTask",
     .form = "registerToolTask",
     .parts = registeredTask,
     .traits = TakesShape,
     .printing = listedPrinting},
    // what wraps a server and gives it back
    {.function = "wrapMcpServerWithSentry().registerTool",
     .form = "server.registerTool",
     .parts = registered,
     .traits = TakesShape,
     .packages = "@sentry/node @sentry/core @sentry/cloudflare @sentry/bun @sentry/deno",
     .printing = listedPrinting},
    {.function = "wrapMcpServerWithSentry().tool",
     .form = "server.tool",
     .parts = {.name = {0}},
     .traits = TakesShape,
     .packages = "@sentry/node @sentry/core @sentry/cloudflare @sentry/bun @sentry/deno",
     .complete = completeOverload},
};
constexpr ToolForm listedTool = {.function = "",
                                 .form = "tools/list",
                                 .parts = {.name = {0, "name"},
                                           .description = {0, "description"},
                                           .parameters = {0, "inputSchema"},
                                           .outputSchema = {0, "outputSchema"},
                                           .title = {0, "title"},
                                           .annotations = {0, "annotations"}},
                                 .printing = listedPrinting};
constexpr GroupForm servers[] = {
    {.function = "McpServer", .name = {0, "name"}, .isDistinctive = true},
    {.function = "Server", .name = {0, "name"}}};

constexpr FeatureForm features[] = {
    {"McpServer().registerResource", "server.registerResource", ServerFeature::Kind::Resource},
    {"McpServer().resource", "server.resource", ServerFeature::Kind::Resource, true},
    {"McpServer().registerPrompt", "server.registerPrompt", ServerFeature::Kind::Prompt},
    {"McpServer().prompt", "server.prompt", ServerFeature::Kind::Prompt, true}};

constexpr FrameworkTable table = {.packages =
                                      "@modelcontextprotocol/sdk/* @modelcontextprotocol/server/*",
                                  .tools = tools,
                                  .servers = servers,
                                  .features = features,
                                  .objectTool = &listedTool};

bool isHandler(llvm::StringRef path) {
  if (!path.consume_back("etRequestHandler") || !path.consume_back("s"))
    return false;
  static constexpr llvm::StringLiteral servers[] = {
      ".Server().", ".Server.prototype.", ".McpServer().server.", ".McpServer.prototype.server."};
  return (path.starts_with("module:@modelcontextprotocol/s") ||
          path.starts_with("bundled:@modelcontextprotocol/s")) &&
         llvm::any_of(servers, [&](llvm::StringRef server) { return path.ends_with(server); });
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

/// A call of `setRequestHandler`.
struct Handler {
  const Node *site;
  const Value *request, *function;
  const ResultValue *server; ///< null where it isn't known
};

/// Returns true if a handler answers the given request, named by its schema, such as
/// `ListToolsRequestSchema`, or by its method.
bool answers(const Values &values, const Handler &handler, llvm::StringRef schema,
             llvm::StringRef method) {
  if (const auto *api = llvm::dyn_cast<ApiValue>(handler.request))
    return api->path.ends_with(schema);
  if (std::optional<llvm::StringRef> text = asString(*handler.request))
    return *text == method;
  return isSchema(*handler.request) && methodOf(values, *handler.request) == method;
}

/// All calls that set a handler, also where the server isn't known: the request tells enough.
std::vector<Handler> findHandlers(const ExtractionContext &context) {
  std::vector<Handler> found;
  forEachResult(context, isHandler, [&](const ResultValue &call) {
    if (call.arguments.size() > 1)
      found.push_back({call.origin, call.arguments[0], call.arguments[1], call.callee->receiver});
  });
  for (const Node *call : context.index.calls.unknown()) {
    CallParts parts = partsOf(*call);
    if (parts.callee && writtenKeyOf(*parts.callee) == "setRequestHandler" &&
        parts.arguments.size() > 1)
      found.push_back({call, &context.values.of(*parts.arguments[0]),
                       &context.values.of(*parts.arguments[1]), nullptr});
  }
  return found;
}

/// Returns true if code gives a member of that name the output of zod's own printer for JSON
/// Schema 2020-12.
bool givesPrinted(const Values &values, const Node &code, llvm::StringRef key) {
  bool found = false;
  auto look = [&](const Node &node, auto &look) -> void {
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node);
    if (assignment && llvm::isa<MemberExpression>(assignment->left) &&
        writtenKeyOf(*assignment->left) == key)
      forEachAlternative(values.of(*assignment->right), [&](const Value &one) {
        const auto *printed = llvm::dyn_cast<ResultValue>(&one);
        if (!printed || !printed->callee->path.ends_with(".toJSONSchema") ||
            printed->arguments.size() != 2)
          return;
        const auto *options = llvm::dyn_cast<ObjectValue>(printed->arguments[1]);
        const PropertyValue *target = options ? options->find("target") : nullptr;
        found |= target && asString(*target->value) == llvm::StringRef("draft-2020-12");
      });
    forEachChild(node, [&](const Node &child) { look(child, look); });
  };
  look(code, look);
  return found;
}

/// As the SDK prints schemas, unless the server's own handler of `tools/list` prints them anew.
ServerPrinting listedPrinting(const ExtractionContext &context, llvm::StringRef path,
                              bool isOutput) {
  ServerPrinting printing = sdkPrinting(context, path, isOutput);
  if (printing.zod4.isDraft7)
    for (const Handler &handler : findHandlers(context))
      if (answers(context.values, handler, ".ListToolsRequestSchema", "tools/list") &&
          llvm::isa<FunctionValue>(handler.function) &&
          givesPrinted(context.values, *handler.function->origin,
                       isOutput ? "outputSchema" : "inputSchema"))
        printing.zod4.isDraft7 = false;
  return printing;
}

/// Reads what a handler of `tools/list` returns, each of its ways.
class ListReader {
public:
  ListReader(ExtractionContext &context, const ToolOwner &owner)
      : context_(context), owner_(owner) {}

  /// Adds the tools that a function lists, or one that a wrapper is given; false if nothing is
  /// known of them.
  bool add(const Value &handler, const Node &site, unsigned depth = 0) {
    const auto *function = llvm::dyn_cast<FunctionValue>(&handler);
    if (function && addResults(*function, depth))
      return true;
    const auto *call = llvm::dyn_cast<CallExpression>(&site);
    if (!call || depth > maxDepth)
      return false;
    bool isAny = false;
    for (const Node *argument : call->arguments)
      isAny |= (llvm::isa<CallExpression>(argument) ||
                llvm::isa<FunctionValue>(context_.values.of(*argument))) &&
               add(context_.values.of(*argument), *argument, depth + 1);
    return isAny;
  }

private:
  static constexpr unsigned maxDepth = 4;

  bool addResults(const FunctionValue &function, unsigned depth) {
    bool isAny = false;
    forEachReturned(context_.values, function, nullptr, std::nullopt,
                    [&](const Values &values, const Node &result) {
                      ExtractionContext inner{context_.program,  values,          context_.manifest,
                                              context_.settings, context_.config, context_.index};
                      isAny |= addResult(inner, result, depth);
                    });
    return isAny;
  }

  bool addResult(ExtractionContext &context, const Node &result, unsigned depth) {
    bool isAny = false;
    forEachAlternative(context.values.of(result), [&](const Value &answer) {
      DefinitionParts parts(context, answer, result);
      std::optional<DefinitionPart> listed = parts.find({0, "tools"});
      if (!listed || !listed->value)
        return;
      addTools(context, *listed, "tools", owner_);
      isAny = true;
    });
    if (isAny || depth > maxDepth)
      return isAny;
    const Node *called = &result;
    if (const auto *awaited = llvm::dyn_cast<AwaitExpression>(called))
      called = awaited->argument;
    return llvm::isa<CallExpression>(called) &&
           ListReader(context, owner_).add(context.values.of(result), *called, depth + 1);
  }

  ExtractionContext &context_;
  const ToolOwner &owner_;
};

void tell(ExtractionContext &context, const Node &site, std::string reason) {
  context.config.unresolved.push_back({"tools", placeOf(context.program, site), std::move(reason)});
}

/// Reports the calls that may give servers tools and aren't followed.
void tellUnknown(ExtractionContext &context) {
  for (const Node *call : context.index.calls.unknown()) {
    const ResultValue *made = context.index.calls.madeBy(*call);
    const Node *callee = partsOf(*call).callee;
    std::optional<llvm::StringRef> key = callee ? writtenKeyOf(*callee) : std::nullopt;
    if (key == "setRequestHandler" || (made && context.index.formOf(made->callee->path).tool))
      continue;
    if (key && isFeatureMethod(*key))
      continue;
    if (key && isServerMethod(*key))
      tell(context, *call,
           ("what `" + *key + "` is called on isn't known; " + unfollowedCall).str());
    else if (callee)
      tell(context, *call,
           ("what is called here with the server isn't known; " + unfollowedCall).str());
  }
  if (const Node *first = context.index.calls.givenUp())
    tell(context, *first, (unfollowedCall + ", and agentc follows no more calls").str());
}

/// Marks as unresolved the fields of a tool that code changes after its registration:
/// `tool.update({…})`, `tool.remove()`, `tool.disable()`, which takes it from the list as well.
void tellUpdates(ExtractionContext &context) {
  auto isChange = [](llvm::StringRef path) {
    return (path.consume_back("().update") || path.consume_back("().remove") ||
            path.consume_back("().disable")) &&
           path.contains("McpServer") && (path.ends_with("Tool") || path.ends_with(".tool"));
  };
  forEachResult(context, isChange, [&](const ResultValue &change) {
    const ResultValue *definition = change.callee->receiver;
    if (!definition || !definition->origin)
      return;
    const auto &known =
        context.index.toolsOf(placeOf(context, *definition, *definition->origin).key);
    bool isUpdate = change.callee->path.ends_with("update");
    const auto *given =
        change.arguments.empty() ? nullptr : llvm::dyn_cast<ObjectValue>(change.arguments[0]);
    auto mayChange = [&](llvm::StringRef key, llvm::StringRef other = "") {
      return !given || given->open || given->find(key) || (!other.empty() && given->find(other));
    };
    for (ToolDefinition &tool : context.config.tools) {
      if (llvm::none_of(known, [&](auto &one) { return one.second == tool.id; }))
        continue;
      for (auto [field, isChanged] :
           {std::pair(&tool.name, !isUpdate || mayChange("name")),
            std::pair(&tool.title, isUpdate && mayChange("title")),
            std::pair(&tool.description, isUpdate && mayChange("description")),
            std::pair(&tool.parameters, isUpdate && mayChange("paramsSchema", "inputSchema")),
            std::pair(&tool.outputSchema, isUpdate && mayChange("outputSchema"))}) {
        if (!isChanged || (!*field && field != &tool.description))
          continue;
        if (!*field)
          field->emplace();
        (*field)->kind = Provenance::Unresolved;
        (*field)->value = nullptr;
        (*field)->reason = isUpdate ? "the tool is updated after it is registered"
                           : change.callee->path.ends_with("remove")
                               ? "the tool is removed after it is registered"
                               : "the tool is disabled after it is registered";
        (*field)->source = placeOf(context.program, *change.origin);
      }
    }
  });
}

/// The import of the SDK in some module; null where there is none.
const Node *findImport(const agentc::Program &program) {
  for (const auto &module : program.modules())
    for (const auto &import : module->imports)
      if (import->resolution.kind == Resolution::Kind::External &&
          llvm::StringRef(import->resolution.name).starts_with("@modelcontextprotocol/s"))
        return import->node;
  return nullptr;
}

/// Returns true if a word of the package's name (`mcp`) says that the package is a server.
bool isNamedServer(const Manifest &manifest) {
  llvm::SmallVector<llvm::StringRef, 8> words;
  if (manifest.name)
    llvm::SplitString(manifest.name->text, words, "@/-_.");
  return llvm::is_contained(words, "mcp");
}

} // namespace

void finishServers(ExtractionContext &context) {
  tellUpdates(context);
  tellFeatureUpdates(context);
  tellUnknown(context);
  // nobody may take a server that isn't followed for one without tools
  if (!context.config.tools.empty() || !context.config.features.empty() ||
      !context.config.unresolved.empty())
    return;
  const Node *site = findImport(context.program);
  forEachResult(
      context, [&](llvm::StringRef path) { return context.index.formOf(path).server != nullptr; },
      [&](const ResultValue &made) { site = made.origin; });
  if (!site && isNamedServer(context.manifest) && context.program.entry())
    site = context.program.entry()->syntax->program;
  if (site)
    tell(context, *site,
         "no tool of this server was found; it may get them where agentc doesn't "
         "follow it");
}

namespace {

/// The resources and prompts that a server without registration lists.
void extractListedFeatures(ExtractionContext &context, llvm::ArrayRef<Handler> handlers) {
  constexpr struct {
    ServerFeature::Kind kind;
    llvm::StringLiteral schema, method;
  } lists[] = {{ServerFeature::Kind::Resource, ".ListResourcesRequestSchema", "resources/list"},
               {ServerFeature::Kind::ResourceTemplate, ".ListResourceTemplatesRequestSchema",
                "resources/templates/list"},
               {ServerFeature::Kind::Prompt, ".ListPromptsRequestSchema", "prompts/list"}};
  for (const Handler &handler : handlers)
    for (const auto &list : lists)
      if (answers(context.values, handler, list.schema, list.method))
        addListedFeatures(context, frameworks::McpSdk, list.kind, *handler.function, *handler.site,
                          handler.server ? serverNameOf(context, *handler.server) : std::nullopt);
}

/// The tools that a server without registration lists: what its handler of `tools/list` returns.
/// The handler of `tools/call` runs them all.
void extractListedTools(ExtractionContext &context) {
  std::vector<Handler> lists;
  llvm::DenseMap<const ResultValue *, const Value *> calls;
  const std::vector<Handler> handlers = findHandlers(context);
  for (const Handler &handler : handlers) {
    if (answers(context.values, handler, ".ListToolsRequestSchema", "tools/list"))
      lists.push_back(handler);
    else if (answers(context.values, handler, ".CallToolRequestSchema", "tools/call"))
      calls[handler.server] = handler.function;
  }
  extractListedFeatures(context, handlers);
  for (const Handler &list : lists) {
    ToolOwner owner{&frameworks::McpSdk, "", {}};
    if (list.server)
      owner.server = serverNameOf(context, *list.server);
    owner.scope = owner.server.value_or("");
    size_t before = context.config.tools.size();
    if (!ListReader(context, owner).add(*list.function, *partsOf(*list.site).arguments[1]))
      context.config.unresolved.push_back({"tools", placeOf(context.program, *list.site),
                                           "what the handler of `tools/list` returns isn't known"});
    if (const Value *call = calls.lookup(list.server))
      for (size_t i = before; i < context.config.tools.size(); ++i)
        context.config.tools[i].execute = readExecute(context, *call);
  }
}

constexpr llvm::StringRef forms[] = {
    "`server.registerTool(name, {…}, callback)`, `server.tool(…)` in all its overloads",
    "`server.setRequestHandler(ListToolsRequestSchema, …)` that returns `{tools: […]}`, also "
    "through "
    "wrappers and out of registries; all of them run the handler of `CallToolRequestSchema`",
    "servers that `createMcpHandler((server) => …)` of `mcp-handler` gives",
    "`server.registerResource(name, uri, {…}, callback)`, `server.registerPrompt(name, {…}, "
    "callback)`, `server.resource(…)` and `server.prompt(…)`; lists that handlers of "
    "`resources/list`, `resources/templates/list` and `prompts/list` return",
    "registrations by loops, lists of functions, classes of tools, heirs of the server and methods "
    "that code puts on it"};
constexpr llvm::StringRef limits[] = {
    "a server that another package is given may get tools there, which is told as unresolved",
    "what `tool.update({…})` gives later is unresolved",
    "resources that a template's own `list` tells"};

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
