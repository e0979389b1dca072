#include "agentc/Config/Config.h"

#include "agentc/Config/Framework.h"

#include "BareTools.h"
#include "BaseTools.h"
#include "DefinitionIndex.h"
#include "Definitions.h"
#include "ServerFeatures.h"
#include "TextBounds.h"

#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>
#include <tuple>

namespace agentc {

bool isValidName(llvm::StringRef name) {
  if (name.empty() || name.size() > 128 || name.front() == ' ' || name.back() == ' ')
    return false;
  return llvm::all_of(
      name, [](char c) { return llvm::isAlnum(c) || llvm::StringRef("_-./:@ ").contains(c); });
}

const ToolDefinition *AgentConfig::findTool(llvm::StringRef idOrName) const {
  for (const ToolDefinition &tool : tools)
    if (tool.id == idOrName)
      return &tool;
  return nullptr;
}

namespace {

void collect(AgentConfig &config, const std::string &path,
             const std::optional<ConfigField> &field) {
  if (!field || field->kind != Provenance::Unresolved)
    return;
  if (field->unresolved.empty())
    config.unresolved.push_back({path, field->source, field->reason});
  for (const FieldRemark &part : field->unresolved) {
    bool isMember = !part.path.empty() && part.path.front() != '[';
    config.unresolved.push_back(
        {path + (isMember ? "." : "") + part.path, part.source, part.message});
  }
}

/// One place can be reached by several ways.
void dropRepeated(std::vector<UnresolvedField> &fields) {
  std::set<std::tuple<std::string, std::string, uint32_t, uint32_t, std::string>> seen;
  llvm::erase_if(fields, [&](const UnresolvedField &field) {
    const SourcePlace &at = field.source;
    return !seen.insert({field.path, at.file, at.range.begin, at.range.end, field.reason}).second;
  });
}

/// Every field that is not known, by its path in the configuration.
void collectUnresolved(AgentConfig &config) {
  for (size_t i = 0; i < config.agents.size(); ++i) {
    const AgentDefinition &agent = config.agents[i];
    std::string path = "agents[" + std::to_string(i) + "].";
    collect(config, path + "name", agent.name);
    collect(config, path + "description", agent.description);
    collect(config, path + "instructions", agent.instructions);
    collect(config, path + "model", agent.model);
  }
  for (size_t i = 0; i < config.tools.size(); ++i) {
    const ToolDefinition &tool = config.tools[i];
    std::string path = "tools[" + std::to_string(i) + "].";
    collect(config, path + "name", tool.name);
    collect(config, path + "description", tool.description);
    collect(config, path + "parameters", tool.parameters);
    collect(config, path + "outputSchema", tool.outputSchema);
    collect(config, path + "annotations", tool.annotations);
    collect(config, path + "title", tool.title);
    if (!tool.execute && !tool.isHosted)
      config.unresolved.push_back(
          {path + "execute", tool.source, "no function of the bundle was found"});
  }
  std::map<ServerFeature::Kind, size_t> counts;
  for (const ServerFeature &feature : config.features) {
    std::string path =
        listName(feature.kind).str() + "[" + std::to_string(counts[feature.kind]++) + "].";
    const bool isTemplate = feature.kind == ServerFeature::Kind::ResourceTemplate;
    collect(config, path + "name", feature.name);
    collect(config, path + (isTemplate ? "uriTemplate" : "uri"), feature.uri);
    collect(config, path + "metadata", feature.metadata);
    collect(config, path + "title", feature.title);
    collect(config, path + "description", feature.description);
    collect(config, path + "arguments", feature.arguments);
  }
  dropRepeated(config.unresolved);
}

/// Registers definitions that no export leads to; they can still be found if a framework's
/// function made them.
template <typename Definition> void registerRest(std::vector<Definition> &definitions) {
  for (Definition &definition : definitions) {
    RuntimeReference &reference = definition.reference;
    if (reference.style == RuntimeReference::Style::None && isMadeByCall(definition.framework))
      reference = {RuntimeReference::Style::Registered, definition.source.file, {}};
  }
}

/// A call, construction or class that a framework's table knows.
struct FoundDefinition {
  const FormOfPath *form;
  const Value *value;
  const ast::Node *site;
};

/// Every definition of the program in source order, classes after calls.
std::vector<FoundDefinition> findDefinitions(ExtractionContext &context) {
  std::vector<FoundDefinition> found;
  forEachResult(
      context, [&](llvm::StringRef path) { return context.index.formOf(path).framework; },
      [&](const ResultValue &call) {
        // `super({…})` is a part of its class's definition
        const auto *expression = llvm::dyn_cast_or_null<ast::CallExpression>(call.origin);
        if (expression && llvm::isa<ast::Super>(expression->callee))
          return;
        found.push_back({&context.index.formOf(call.callee->path), &call, call.origin});
      });
  for (const ClassValue *type : context.index.classes())
    if (const FormOfPath &form = context.index.formOf(basePathOf(*type)); form.framework)
      found.push_back({&form, type, type->origin});
  return found;
}

void extractAgents(ExtractionContext &context, llvm::ArrayRef<FoundDefinition> definitions) {
  for (const Framework *framework : allFrameworks()) {
    if (framework->extract)
      framework->extract(context);
    for (const FoundDefinition &one : definitions)
      if (one.form->framework == framework && one.form->agent)
        addAgent(context, *framework, *one.form->agent,
                 DefinitionParts(context, *one.value, *one.site, one.form->agent->options),
                 *one.site);
  }
  if (llvm::any_of(definitions, [](const FoundDefinition &one) { return one.form->agent; }))
    readLaterParts(context);
  resolveHandoffs(context);
}

/// The keys under which agents are registered.
void extractKeys(ExtractionContext &context, llvm::ArrayRef<FoundDefinition> definitions) {
  for (const FoundDefinition &one : definitions) {
    if (!one.form->registry)
      continue;
    DefinitionParts parts(context, *one.value, *one.site);
    std::optional<DefinitionPart> agents = parts.find(one.form->registry->members);
    const auto *object =
        agents && agents->value ? llvm::dyn_cast<ObjectValue>(agents->value) : nullptr;
    if (object)
      for (const PropertyValue &property : object->properties)
        if (std::optional<size_t> agent = findAgent(context, *property.value))
          if (!context.config.agents[*agent].key && isValidName(property.key))
            context.config.agents[*agent].key = property.key.str();
  }
}

/// Returns true if an object has members and each of them is a tool named by its key.
bool isToolSet(ExtractionContext &context, const ObjectValue &object) {
  return !object.properties.empty() &&
         llvm::all_of(object.properties, [&](const PropertyValue &property) {
           const auto *call = llvm::dyn_cast<ResultValue>(property.value);
           const ToolForm *form = call ? context.index.formOf(call->callee->path).tool : nullptr;
           return form && form->traits & NamedByKey;
         });
}

/// Objects of tools that agentc sees no agent use give them their names, too: they are exported, or
/// given to a function that isn't followed.
void extractToolSets(ExtractionContext &context) {
  context.program.forEach<ast::ObjectExpression>([&](const ast::ObjectExpression &node) {
    const auto *object = llvm::dyn_cast<ObjectValue>(&context.values.of(node));
    if (!object || !isToolSet(context, *object))
      return;
    for (const PropertyValue &property : object->properties) {
      const auto &call = llvm::cast<ResultValue>(*property.value);
      if (isBaseOnly(context, call))
        continue;
      const Framework *framework = context.index.formOf(call.callee->path).framework;
      addTool(context, call, property.key, *property.site, {framework, "", {}});
    }
  });
}

/// Returns true if a definition may be a framework's own, from a copy of the framework in the
/// bundle: no export of the entry leads to it.
bool mayBeShipped(const ExtractionContext &context, const FoundDefinition &one) {
  const auto *call = llvm::dyn_cast<ResultValue>(one.value);
  return call && one.form->tool->traits & Shipped && call->callee->path.starts_with("bundled:") &&
         !context.index.stepsTo(*one.value);
}

/// The tools that no agent uses.
void extractTools(ExtractionContext &context, llvm::ArrayRef<FoundDefinition> definitions) {
  for (const FoundDefinition &one : definitions)
    if (one.form->server)
      addServer(context, *one.value, *one.site);
  for (const Framework *framework : allFrameworks())
    if (framework->extractTools)
      framework->extractTools(context);
  if (llvm::any_of(definitions, [](const FoundDefinition &one) {
        return one.form->tool && one.form->tool->traits & NamedByKey;
      }))
    extractToolSets(context);
  for (const FoundDefinition &one : definitions) {
    if (!one.form->tool || mayBeShipped(context, one))
      continue;
    ToolOwner owner{one.form->framework, "", {}};
    if (const auto *call = llvm::dyn_cast<ResultValue>(one.value)) {
      if (isBaseOnly(context, *call))
        continue;
      if (const ResultValue *server = call->callee->receiver)
        owner.server = serverNameOf(context, *server);
    }
    owner.scope = owner.server.value_or("");
    // a class without a name is there for others to extend
    if (llvm::isa<ClassValue>(one.value) &&
        !DefinitionParts(context, *one.value, *one.site).find(one.form->tool->parts.name))
      continue;
    addTool(context, *one.value, "", *one.site, owner);
  }
}

} // namespace

llvm::StringRef listName(ServerFeature::Kind kind) {
  switch (kind) {
  case ServerFeature::Kind::Resource:
    return "resources";
  case ServerFeature::Kind::ResourceTemplate:
    return "resourceTemplates";
  case ServerFeature::Kind::Prompt:
    return "prompts";
  }
  llvm_unreachable("all kinds are named");
}

bool isMadeByCall(llvm::StringRef framework) {
  return framework != "base-agent" && framework != "function" && framework != "tool file" &&
         framework != "anthropic-sdk";
}

AgentConfig extract(const Program &program, const Values &values, const Manifest &manifest,
                    const Settings &settings) {
  AgentConfig config;
  DefinitionIndex index(program, values);
  ExtractionContext context{program, values, manifest, settings, config, index};
  std::vector<FoundDefinition> definitions = findDefinitions(context);
  config.carriesFramework = llvm::any_of(definitions, [](const FoundDefinition &one) {
    const auto *call = llvm::dyn_cast<ResultValue>(one.value);
    return call && call->callee->path.starts_with("bundled:");
  });
  extractAgents(context, definitions);
  extractKeys(context, definitions);
  extractTools(context, definitions);
  for (const FoundDefinition &one : definitions)
    if (const auto *call = llvm::dyn_cast<ResultValue>(one.value); call && one.form->feature)
      addFeature(context, *one.form->framework, *one.form->feature, *call, *one.site);
  config.carriesFramework |= addBareTools(context);
  if (llvm::any_of(definitions, [](const FoundDefinition &one) { return one.form->tool; }))
    readLaterToolParts(context);
  finishServers(context);
  boundTexts(config);
  registerRest(config.agents);
  registerRest(config.tools);
  collectUnresolved(config);
  return config;
}

} // namespace agentc
