#include "../Definitions.h"
#include "../Names.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

namespace frameworks {
extern const Framework BaseAgent;
} // namespace frameworks

namespace {

constexpr ToolForm tools[] = {{.function = "",
                               .form = "tools",
                               .parts = {.name = {0, "name"},
                                         .description = {0, "description"},
                                         .parameters = {0, "parameters inputSchema"},
                                         .outputSchema = {0, "outputSchema"},
                                         .execute = {0, "execute handler invoke"}}}};

bool extendsBaseClass(const ClassValue &type, const Settings &settings) {
  llvm::StringRef path = basePathOf(type);
  return llvm::any_of(settings.baseClasses, [&](llvm::StringRef base) {
    auto [package, name] = base.split('#');
    return path == ("module:" + package + "." + name).str() || path == ("global:" + name).str();
  });
}

void extractClass(ExtractionContext &context, const ClassValue &type) {
  const Node &site = *type.origin;
  size_t index = context.config.agents.size();
  const Identifier *own = ownNameOf(site);
  AgentDefinition agent = std::move(
      addAgent(context, own ? own->name : llvm::StringRef(), "base-agent", "class", site));
  DefinitionParts parts(context, type, site);
  auto read = [&](llvm::StringRef keys) -> std::optional<ConfigField> {
    std::optional<DefinitionPart> part = parts.find({0, keys});
    return part ? std::optional(readText(context, *part)) : std::nullopt;
  };
  agent.name = read("agentName displayName");
  agent.description = read("description");
  agent.instructions = read("systemPrompt instructions system");
  if (std::optional<DefinitionPart> model = parts.find({0, "model"}))
    agent.model = readModel(context, *model, 0);
  const Value &instance = context.values.member(type, "prototype");
  agent.handler = readExecute(context, context.values.member(instance, "processMessage"));
  RuntimeReference reference = findReference(context, type);
  if (reference.style != RuntimeReference::Style::None)
    reference.style = RuntimeReference::Style::BaseAgent;
  agent.reference = reference;

  size_t firstTool = context.config.tools.size();
  if (std::optional<DefinitionPart> part = parts.find({0, "tools"}))
    agent.tools = addTools(context, *part, "agents[" + std::to_string(index) + "].tools",
                           {&frameworks::BaseAgent, agent.id, {}});
  for (size_t i = firstTool; i < context.config.tools.size(); ++i)
    context.config.tools[i].reference = reference;
  context.config.agents[index] = std::move(agent);
}

void extractBaseAgent(ExtractionContext &context) {
  for (const ClassValue *type : classesOf(context))
    if (extendsBaseClass(*type, context.settings))
      extractClass(context, *type);
}

constexpr FrameworkTable table = {
    .packages = "", .objectTool = &tools[0], .functionTool = &tools[0]};

constexpr llvm::StringRef forms[] = {
    "`class X extends BaseAgent`, or a base class of `agentc.json`",
    "fields, static fields, getters, constructors and `super({…})`"};
constexpr llvm::StringRef limits[] = {"a constructor's fields that depend on its parameters"};

} // namespace

namespace frameworks {
const Framework BaseAgent = {
    "base-agent", extractBaseAgent, forms, "`@buzzi/base-agent`, every version", limits, &table};
} // namespace frameworks

} // namespace agentc
