#include "../Definitions.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr llvm::StringLiteral frameworkName = "lightfast";

/// Whether a path is Lightfast's function: from its packages, or undeclared under its own name.
bool isFunction(llvm::StringRef path, llvm::StringRef name) {
  if (path.consume_front("global:"))
    return path == name;
  if (!path.consume_front("module:") || !path.consume_back(name) || !path.consume_back("."))
    return false;
  return path == "lightfast" || path.starts_with("lightfast/") || path.starts_with("@lightfast");
}

void extractAgent(ExtractionContext &context, const ResultValue &call) {
  const Value &definition = definitionOf(call);
  std::optional<ConfigField> name = readField(context, definition, {"name"});
  std::string text = name && name->value && name->value->is_string()
                         ? name->value->get<std::string>()
                         : std::string();
  AgentDefinition agent =
      std::move(addAgent(context, text, frameworkName, "createAgent", *call.origin));
  size_t index = context.config.agents.size() - 1;
  agent.name = std::move(name);
  agent.description = readField(context, definition, {"description"});
  agent.instructions = readField(context, definition, {"system", "instructions"});
  agent.model = readModel(context, definition);
  agent.reference = findReference(context, call);
  // the key that selects an agent stands before it on the way from the exports
  if (agent.reference.steps.size() > 1)
    agent.key = agent.reference.steps.back();
  if (const auto *object = llvm::dyn_cast<ObjectValue>(&definition))
    if (const PropertyValue *tools = object->find("tools"))
      addTools(context, agent, *tools->value, *tools->site, {frameworkName, "createTool"});
  context.config.agents[index] = std::move(agent);
}

void extractLightfast(ExtractionContext &context) {
  forEachResult(
      context, [](llvm::StringRef path) { return isFunction(path, "createAgent"); },
      [&](const ResultValue &call) { extractAgent(context, call); });
  forEachResult(
      context, [](llvm::StringRef path) { return isFunction(path, "createTool"); },
      [&](const ResultValue &call) {
        addTool(context, call, "", *call.origin, {frameworkName, "createTool"}, "");
      });
}

constexpr llvm::StringRef forms[] = {"`createLightfast({agents})`",
                                     "`createAgent({name, system, model, tools})`",
                                     "`createTool({…})`", "plain functions as tools"};
constexpr llvm::StringRef limits[] = {
    "tools that a function makes of its arguments are read without them"};

} // namespace

namespace frameworks {
extern const Framework Lightfast;
const Framework Lightfast = {frameworkName, extractLightfast, forms,
                             "`lightfast`, `@lightfast…`, every version", limits};
} // namespace frameworks

} // namespace agentc
