#include "../Definitions.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

namespace {

/// Whether a class's chain of superclasses ends in one of the settings' base classes.
bool extendsBaseClass(const ClassValue &type, const Settings &settings) {
  const Value *parent = type.superClass;
  for (unsigned depth = 0; parent && depth < 64; ++depth) {
    if (const auto *path = llvm::dyn_cast<ApiValue>(parent))
      return llvm::any_of(settings.baseClasses, [&](llvm::StringRef base) {
        auto [package, name] = base.split('#');
        return path->path == ("module:" + package + "." + name).str() ||
               path->path == ("global:" + name).str();
      });
    const auto *next = llvm::dyn_cast<ClassValue>(parent);
    parent = next ? next->superClass : nullptr;
  }
  return false;
}

/// The first argument of `super({…})` in the constructor; null if there is none.
const Node *superArgument(const Node &node) {
  if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
    if (llvm::isa<Super>(call->callee) && !call->arguments.empty())
      return call->arguments.front();
  const Node *found = nullptr;
  forEachChild(node, [&](const Node &child) {
    if (!found && !isClass(child))
      found = superArgument(child);
  });
  return found;
}

llvm::StringRef classNameOf(const Node &type) {
  const Node *id = llvm::isa<ClassDeclaration>(type) ? llvm::cast<ClassDeclaration>(type).id
                                                     : llvm::cast<ClassExpression>(type).id;
  const auto *name = llvm::dyn_cast_or_null<Identifier>(id);
  return name ? name->name : llvm::StringRef();
}

void extractClass(ExtractionContext &context, const ClassValue &type) {
  const Value &instance = context.values.member(type, "prototype");
  AgentDefinition agent =
      std::move(addAgent(context, classNameOf(*type.origin), "base-agent", "class", *type.origin));
  size_t index = context.config.agents.size() - 1;
  const Node *argument = superArgument(*type.origin);
  const Value *options = argument ? &context.values.of(*argument) : nullptr;
  auto read = [&](llvm::ArrayRef<llvm::StringRef> keys) {
    std::optional<ConfigField> field = readField(context, instance, keys);
    if (!field)
      field = readField(context, type, keys);
    if (!field && options && llvm::isa<ObjectValue>(options))
      field = readField(context, *options, keys);
    return field;
  };
  agent.name = read({"agentName", "displayName"});
  agent.description = read({"description"});
  agent.instructions = read({"systemPrompt", "instructions", "system"});
  if (options)
    agent.model = readModel(context, *options);
  agent.handler = readExecute(context, context.values.member(instance, "processMessage"), {});
  RuntimeReference reference = findReference(context, type);
  if (reference.style != RuntimeReference::Style::None)
    reference.style = RuntimeReference::Style::BaseAgent;
  agent.reference = reference;

  size_t firstTool = context.config.tools.size();
  const Value *tools = &context.values.member(instance, "tools");
  if (llvm::isa<ApiValue>(tools)) { // inherited from the base class, which has none
    const Value *given = options && llvm::isa<ObjectValue>(options)
                             ? &context.values.member(*options, "tools")
                             : nullptr;
    tools = given && !llvm::isa<UndefinedValue>(given) ? given : nullptr;
  }
  if (tools)
    forEachAlternative(*tools, [&](const Value &list) {
      addTools(context, agent, list, *type.origin, {"base-agent", "tools"});
    });
  for (size_t i = firstTool; i < context.config.tools.size(); ++i)
    context.config.tools[i].reference = reference;
  context.config.agents[index] = std::move(agent);
}

void extractBaseAgent(ExtractionContext &context) {
  auto walk = [&](const Node &node, auto &self) -> void {
    if (isClass(node))
      if (const auto *type = llvm::dyn_cast<ClassValue>(&context.values.of(node));
          type && extendsBaseClass(*type, context.settings))
        extractClass(context, *type);
    forEachChild(node, [&](const Node &child) { self(child, self); });
  };
  for (const auto &module : context.program.modules())
    walk(*module->syntax->program, walk);
}

constexpr llvm::StringRef forms[] = {
    "`class X extends BaseAgent`, or a base class of `agentc.json`",
    "fields, static fields, getters, constructors and `super({…})`"};
constexpr llvm::StringRef limits[] = {"a constructor's fields that depend on its parameters"};

} // namespace

namespace frameworks {
extern const Framework BaseAgent;
const Framework BaseAgent = {"base-agent", extractBaseAgent, forms,
                             "`@buzzi/base-agent`, every version", limits};
} // namespace frameworks

} // namespace agentc
