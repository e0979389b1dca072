#include "DefinitionIndex.h"
#include "Definitions.h"
#include "Names.h"

#include "agentc/Syntax/NodeParts.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

AgentDefinition &addAgent(ExtractionContext &context, llvm::StringRef name,
                          llvm::StringRef framework, llvm::StringRef form, const Node &definition) {
  AgentDefinition agent;
  agent.framework = framework.str();
  agent.form = form.str();
  agent.source = placeOf(context.program, definition);
  agent.id = context.index.agentIds.unique(idOf(context, std::nullopt, name, definition), "");
  context.config.agents.push_back(std::move(agent));
  return context.config.agents.back();
}

namespace {

std::string pathOf(size_t agent, llvm::StringRef part) {
  return "agents[" + std::to_string(agent) + "]." + part.str();
}

/// Calls `visit` for each member of an array or object, and says whether all members are known.
bool forEachMember(const Value &value, const Node &site,
                   llvm::function_ref<void(const Value &, llvm::StringRef, const Node &)> visit) {
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&value)) {
    for (const Value *element : list->elements)
      visit(*element, "", element->origin && element->origin->parent ? *element->origin : site);
    return !list->open;
  }
  if (const auto *object = llvm::dyn_cast<ObjectValue>(&value)) {
    for (const PropertyValue &property : object->properties)
      visit(*property.value, property.key, *property.site);
    return !object->open;
  }
  return false;
}

/// The tools of the servers that an agent uses.
void addServerTools(ExtractionContext &context, size_t agent, const DefinitionPart &servers,
                    std::vector<std::string> &ids) {
  bool isKnown = servers.value && servers.doubt.empty() &&
                 forEachMember(*servers.value, *servers.site,
                               [&](const Value &one, llvm::StringRef, const Node &site) {
                                 for (std::string &id : addServer(context, one, site))
                                   ids.push_back(std::move(id));
                               });
  if (!isKnown)
    context.config.unresolved.push_back({pathOf(agent, "tools"),
                                         placeOf(context.program, *servers.site),
                                         "it may use servers that are not known"});
}

/// The agents that a part defines by their names.
void addNamedAgents(ExtractionContext &context, const Framework &framework, const AgentForm &form,
                    const DefinitionPart &agents) {
  if (!agents.value)
    return;
  forEachMember(
      *agents.value, *agents.site, [&](const Value &one, llvm::StringRef key, const Node &site) {
        if (llvm::isa<ObjectValue>(one))
          addAgent(context, framework, form, DefinitionParts(context, one, site), site, key);
      });
}

void readAgentParts(ExtractionContext &context, const Framework &framework, const AgentForm &form,
                    const DefinitionParts &parts, size_t index) {
  auto agent = [&]() -> AgentDefinition & { return context.config.agents[index]; };
  if (std::optional<DefinitionPart> part = parts.find(form.parts.description))
    agent().description = readText(context, *part);
  if (std::optional<DefinitionPart> part = parts.find(form.parts.instructions))
    agent().instructions = readText(context, *part);
  if (std::optional<DefinitionPart> part = parts.find(form.parts.model))
    agent().model = readModel(context, *part, form.providerSeparator);
  std::vector<std::string> tools;
  if (std::optional<DefinitionPart> part = parts.find(form.parts.tools))
    tools = addTools(context, *part, pathOf(index, "tools"), {&framework, agent().id, {}});
  if (std::optional<DefinitionPart> part = parts.find(form.parts.servers))
    addServerTools(context, index, *part, tools);
  for (const std::string &id : tools)
    if (context.index.isNewTool(index, id))
      agent().tools.push_back(id);
  if (std::optional<DefinitionPart> part = parts.find(form.parts.handoffs))
    addHandoffs(context, index, *part);
  agent().reference = findReference(context, parts.definition());
}

} // namespace

void addAgent(ExtractionContext &context, const Framework &framework, const AgentForm &form,
              const DefinitionParts &parts, const Node &site, llvm::StringRef key) {
  if (std::optional<DefinitionPart> part = parts.find(form.parts.agents); part && form.agentForm)
    addNamedAgents(context, framework, *form.agentForm, *part);
  if (!form.isAgent) {
    if (std::optional<DefinitionPart> part = parts.find(form.parts.tools))
      addTools(context, *part, "tools", {&framework, "", {}});
    return;
  }
  const ClassValue *type = classOf(parts.definition());
  auto [place, identity, member] = placeOf(context, parts.definition(), site);
  std::optional<ConfigField> name;
  if (std::optional<DefinitionPart> part = parts.find(form.parts.name))
    name = readPart(context, *part);
  if (!name && !key.empty())
    name = nameField(context, key, site);
  std::string text = nameIn(name).value_or("");
  std::vector<std::pair<std::string, size_t>> &known = context.index.agentsOf(identity);
  for (const auto &[other, index] : known)
    if (other == text || text.empty())
      return;
  std::string shown = text;
  if (const Identifier *own = shown.empty() && type ? ownNameOf(place) : nullptr)
    shown = own->name.str();
  addAgent(context, shown, framework.name, form.form, place);
  size_t index = context.config.agents.size() - 1;
  known.push_back({text, index});
  context.config.agents[index].name = std::move(name);
  readAgentParts(context, framework, form, parts, index);
}

void addHandoffs(ExtractionContext &context, size_t agent, const DefinitionPart &handoffs) {
  auto add = [&](const Value &value, llvm::StringRef, const Node &site) {
    // `handoff(agent, {…})`
    const Value *to = &value;
    if (const auto *call = llvm::dyn_cast<ResultValue>(to);
        call && !context.index.formOf(call->callee->path).agent && !call->arguments.empty())
      to = call->arguments[0];
    context.index.handoffs.push_back({agent, to, &site});
  };
  bool isKnown = handoffs.value && handoffs.doubt.empty() &&
                 forEachMember(*handoffs.value, *handoffs.site, add);
  if (!isKnown)
    context.config.unresolved.push_back({pathOf(agent, "handoffs"),
                                         placeOf(context.program, *handoffs.site),
                                         "it may hold more agents than are known"});
}

std::vector<std::string> addServer(ExtractionContext &context, const Value &definition,
                                   const Node &site) {
  const auto *result = llvm::dyn_cast<ResultValue>(&definition);
  if (!result)
    return {};
  const FormOfPath &form = context.index.formOf(result->callee->path);
  if (!form.server)
    return {};
  DefinitionParts parts(context, definition, site);
  ToolOwner owner{form.framework, "", serverNameOf(context, definition)};
  owner.scope = owner.server.value_or("");
  std::optional<DefinitionPart> tools = parts.find(form.server->members);
  return tools ? addTools(context, *tools, "tools", owner) : std::vector<std::string>();
}

std::optional<std::string> serverNameOf(const ExtractionContext &context, const Value &definition) {
  const auto *result = llvm::dyn_cast<ResultValue>(&definition);
  const GroupForm *form = result ? context.index.formOf(result->callee->path).server : nullptr;
  if (!form || !result->origin)
    return std::nullopt;
  DefinitionParts parts(context, definition, *result->origin);
  std::optional<DefinitionPart> name = parts.find(form->name);
  return name ? nameIn(readPart(context, *name)) : std::nullopt;
}

void resolveHandoffs(ExtractionContext &context) {
  for (const DefinitionIndex::PendingHandoff &handoff : context.index.handoffs) {
    AgentDefinition &agent = context.config.agents[handoff.agent];
    if (std::optional<size_t> to = findAgent(context, *handoff.to)) {
      if (const std::string &id = context.config.agents[*to].id;
          context.index.isNewHandoff(handoff.agent, id))
        agent.handoffs.push_back(id);
    } else {
      context.config.unresolved.push_back(
          {pathOf(handoff.agent, "handoffs"), placeOf(context.program, *handoff.site),
           "one of them is not an agent that agentc knows: " + describe(*handoff.to)});
    }
  }
}

std::optional<size_t> findAgent(const ExtractionContext &context, const Value &value) {
  const ClassValue *type = classOf(value);
  const Node *origin = type ? type->origin : value.origin;
  if (!origin || !origin->parent)
    return std::nullopt;
  const auto &known = context.index.agentsOf(placeOf(context, value, *origin).key);
  if (known.empty())
    return std::nullopt;
  if (known.size() == 1)
    return known.front().second;
  // one place makes several: its name tells which
  const auto *result = llvm::dyn_cast<ResultValue>(&value);
  const AgentForm *form = result ? context.index.formOf(result->callee->path).agent : nullptr;
  if (!form)
    return std::nullopt;
  DefinitionParts parts(context, value, *origin, form->options);
  std::optional<DefinitionPart> part = parts.find(form->parts.name);
  std::optional<std::string> name = part ? nameIn(readPart(context, *part)) : std::nullopt;
  for (const auto &[other, index] : known)
    if (name && other == *name)
      return index;
  return std::nullopt;
}

} // namespace agentc
