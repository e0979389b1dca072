#include "Definitions.h"

#include "DefinitionIndex.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

const Value &definitionOf(const Value &value) {
  const auto *result = llvm::dyn_cast<ResultValue>(&value);
  return result && !result->arguments.empty() ? *result->arguments[0] : value;
}

std::optional<ConfigField> readField(const ExtractionContext &context, const Value &definition,
                                     llvm::ArrayRef<llvm::StringRef> keys) {
  const auto *object = llvm::dyn_cast<ObjectValue>(&definition);
  for (llvm::StringRef key : keys) {
    if (object) {
      if (const PropertyValue *property = object->find(key))
        return toField(context.program, *property->value, *property->site);
      continue;
    }
    const Value &value = context.values.member(definition, key);
    const Node *site = value.origin && value.origin->parent ? value.origin : definition.origin;
    if (site && !llvm::isa<UndefinedValue, UnknownValue, ApiValue>(value))
      return toField(context.program, value, *site);
  }
  return std::nullopt;
}

/// A member of a definition that is a schema.
static std::optional<ConfigField> readSchemaField(const ExtractionContext &context,
                                                  const Value &definition,
                                                  llvm::ArrayRef<llvm::StringRef> keys) {
  const auto *object = llvm::dyn_cast<ObjectValue>(&definition);
  if (!object)
    return readField(context, definition, keys);
  for (llvm::StringRef key : keys)
    if (const PropertyValue *property = object->find(key))
      return toSchemaField(context.program, context.values, *property->value, *property->site,
                           false);
  return std::nullopt;
}

std::optional<ConfigField> readModel(const ExtractionContext &context, const Value &definition) {
  const auto *object = llvm::dyn_cast<ObjectValue>(&definition);
  const PropertyValue *property = object ? object->find("model") : nullptr;
  if (!property)
    return std::nullopt;
  ConfigField field = toField(context.program, *property->value, *property->site);
  const auto *call = llvm::dyn_cast<ResultValue>(property->value);
  const Value *id = call && !call->arguments.empty() ? call->arguments[0] : property->value;
  std::optional<llvm::StringRef> text = asString(*id);
  if (!text)
    return field;
  Json model = Json::object();
  if (call) {
    llvm::StringRef path = call->callee->path;
    model["provider"] = path.substr(path.find_last_of(".:") + 1).str();
    field.kind = Provenance::Literal;
    field.reason.clear();
  }
  model["id"] = text->str();
  field.value = std::make_shared<const Json>(std::move(model));
  return field;
}

std::optional<ExecuteFunction> readExecute(const ExtractionContext &context, const Value &value,
                                           llvm::ArrayRef<llvm::StringRef> keys) {
  const Node *function = nullptr;
  auto take = [&](const Value &candidate) {
    forEachAlternative(candidate, [&](const Value &alternative) {
      if (!function && llvm::isa<FunctionValue>(alternative))
        function = alternative.origin;
    });
  };
  take(value);
  for (llvm::StringRef key : keys)
    if (!function && !llvm::isa<UnknownValue, ApiValue>(value))
      take(context.values.member(value, key));
  if (!function)
    return std::nullopt;
  ExecuteFunction execute{function, placeOf(context.program, *function), {}};
  llvm::StringRef text = context.program.moduleOf(*function).syntax->text;
  for (const Node *param : paramsOf(*function)) {
    const Node *name = param;
    if (const auto *withDefault = llvm::dyn_cast<AssignmentPattern>(name))
      name = withDefault->left;
    const auto *identifier = llvm::dyn_cast<Identifier>(name);
    llvm::StringRef spelt = text.slice(param->range.begin, param->range.end);
    execute.parameters.push_back(identifier ? identifier->name.str() : spelt.take_front(200).str());
  }
  return execute;
}

namespace {

/// The name a definition or its key gives, as an id.
std::string idOf(ExtractionContext &context, const std::optional<ConfigField> &name,
                 llvm::StringRef key, const Node &site) {
  if (name && name->value && name->kind != Provenance::Unresolved && name->value->is_string())
    if (std::string text = name->value->get<std::string>(); isValidName(text))
      return text;
  if (isValidName(key))
    return key.str();
  Position at = context.index.positionOf(site);
  return "unnamed@" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

void checkName(std::optional<ConfigField> &name) {
  if (!name || !name->value || name->kind == Provenance::Unresolved)
    return;
  if (name->value->is_string() && isValidName(name->value->get<std::string>()))
    return;
  name->kind = Provenance::Unresolved;
  name->value = nullptr;
  name->reason = "it is no name that a tool can have";
}

} // namespace

std::string addTool(ExtractionContext &context, const Value &definition, llvm::StringRef key,
                    const Node &site, const ToolShape &shape, llvm::StringRef agentId) {
  DefinitionCalls::Place called = context.index.calls.placeOf(definition);
  bool isWritten = definition.origin && definition.origin->parent;
  const Node &place = called.site ? *called.site : isWritten ? *definition.origin : site;
  SourcePlace source = placeOf(context.program, place);
  std::string &known = context.index.idAt(source, called.turn);
  if (!known.empty())
    return known;
  const Value &inside = definitionOf(definition);
  static constexpr llvm::StringRef parameterKeys[] = {"parameters", "inputSchema"};
  ToolDefinition tool;
  tool.framework = shape.framework.str();
  tool.form = llvm::isa<FunctionValue>(inside) ? "plain function" : shape.form.str();
  tool.source = source;
  if (!llvm::isa<FunctionValue>(inside)) {
    tool.name = readField(context, inside, {"name"});
    tool.description = readField(context, inside, {"description"});
    tool.parameters =
        readSchemaField(context, inside,
                        shape.parameterKeys.empty() ? llvm::ArrayRef<llvm::StringRef>(parameterKeys)
                                                    : shape.parameterKeys);
    tool.outputSchema = readSchemaField(context, inside, {"outputSchema"});
  }
  if (!tool.name && !key.empty()) {
    ConfigField name;
    name.value = std::make_shared<const Json>(key.str());
    name.kind = Provenance::Literal;
    name.source = placeOf(context.program, site);
    tool.name = std::move(name);
  }
  checkName(tool.name);
  tool.execute = readExecute(context, inside, {"execute", "handler", "invoke"});
  tool.id = context.index.toolIds.unique(idOf(context, tool.name, key, place), agentId);
  tool.reference = findReference(context, definition);
  known = tool.id;
  context.config.tools.push_back(std::move(tool));
  return known;
}

void addTools(ExtractionContext &context, AgentDefinition &agent, const Value &tools,
              const Node &site, const ToolShape &shape) {
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&tools)) {
    for (const Value *tool : list->elements)
      agent.tools.push_back(addTool(context, *tool, "",
                                    tool->origin && tool->origin->parent ? *tool->origin : site,
                                    shape, agent.id));
    if (list->open)
      context.config.unresolved.push_back({agent.id + ".tools", placeOf(context.program, site),
                                           "it may hold more tools than are known"});
  } else if (const auto *object = llvm::dyn_cast<ObjectValue>(&tools)) {
    for (const PropertyValue &property : object->properties)
      agent.tools.push_back(
          addTool(context, *property.value, property.key, *property.site, shape, agent.id));
    if (object->open)
      context.config.unresolved.push_back({agent.id + ".tools", placeOf(context.program, site),
                                           "it may hold more tools than are known"});
  } else if (!llvm::isa<UndefinedValue>(tools)) {
    context.config.unresolved.push_back(
        {agent.id + ".tools", placeOf(context.program, site), describe(tools)});
  }
}

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

void forEachResult(const ExtractionContext &context,
                   llvm::function_ref<bool(llvm::StringRef)> isCallee,
                   llvm::function_ref<void(const ResultValue &)> visit) {
  for (const DefinitionCalls::Made &made : context.index.calls.calling(isCallee))
    visit(*made.result);
}

} // namespace agentc
