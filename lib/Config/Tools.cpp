#include "DefinitionIndex.h"
#include "Definitions.h"
#include "ListElements.h"
#include "Names.h"

#include "agentc/Program/Names.h"
#include "agentc/Values/Schema.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

std::optional<ExecuteFunction> readExecute(const ExtractionContext &context, const Value &value,
                                           llvm::StringRef keys) {
  const Node *function = nullptr;
  const FunctionValue *made = nullptr;
  auto take = [&](const Value &candidate) {
    made = llvm::dyn_cast<FunctionValue>(&candidate);
    forEachAlternative(candidate, [&](const Value &alternative) {
      if (!function && llvm::isa<FunctionValue>(alternative))
        function = alternative.origin;
    });
  };
  take(value);
  while (!function && !keys.empty() && !llvm::isa<UnknownValue, ApiValue>(value)) {
    auto [key, more] = keys.split(' ');
    keys = more;
    take(context.values.member(value, key));
  }
  if (!function)
    return std::nullopt;
  ExecuteFunction execute{function, made, placeOf(context.program, *function), {}};
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

/// Names that one definition is listed by; with more it counts as the first.
constexpr size_t maxNames = 1000;

/// The kind of tool that a definition is; a form of no framework if the kind isn't known.
struct FoundForm {
  llvm::StringRef framework;
  const ToolForm *form = nullptr;
};

FoundForm formOf(ExtractionContext &context, const Value &definition, const ToolOwner &owner) {
  auto byPath = [&](llvm::StringRef path) {
    const FormOfPath &found = context.index.formOf(path);
    return FoundForm{found.tool ? found.framework->name : "", found.tool};
  };
  const FrameworkTable *table = owner.framework->table;
  if (const auto *result = llvm::dyn_cast<ResultValue>(&definition))
    return byPath(result->callee->path);
  if (const auto *api = llvm::dyn_cast<ApiValue>(&definition)) {
    FoundForm found = byPath(api->path);
    return found.form && found.form->traits & Hosted ? found : FoundForm();
  }
  if (const ClassValue *type = classOf(definition))
    return byPath(basePathOf(*type));
  if (llvm::isa<ObjectValue>(definition))
    return {owner.framework->name, table ? table->objectTool : nullptr};
  if (llvm::isa<FunctionValue>(definition))
    return {owner.framework->name, table ? table->functionTool : nullptr};
  return {};
}

/// OpenAI's form of a tool, `{type: "function", function: {name, …}}`, which other frameworks take,
/// too: the member that its parts stand in; empty for every other definition.
llvm::StringRef wrapperOf(const Value &definition) {
  constexpr llvm::StringLiteral key = "function";
  const auto *object = llvm::dyn_cast<ObjectValue>(&definition);
  const PropertyValue *inner = object ? object->find(key) : nullptr;
  return inner && llvm::isa<ObjectValue>(inner->value) ? llvm::StringRef(key) : llvm::StringRef();
}

/// Returns the name that a definition is assigned to: its key if a call gives an object of
/// definitions, else the variable. An element of a list has no name of its own.
std::string assignedName(const ExtractionContext &context, const Value &definition,
                         const Node &place) {
  // an element of what is looped over is not a place where the definition has a name
  if (&place != definition.origin && !llvm::isa<CallExpression, NewExpression>(place) &&
      llvm::isa<ResultValue>(definition))
    return {};
  const Value &given = context.values.of(place);
  if (const auto *object = llvm::dyn_cast<ObjectValue>(&given);
      object && object != &definition && llvm::isa<CallExpression>(place)) {
    for (const PropertyValue &property : object->properties)
      if (isSameDefinition(*property.value, definition))
        return property.key.str();
    return {};
  }
  return llvm::isa<ArrayValue>(given) ? std::string() : variableOf(context, place);
}

void readName(const ExtractionContext &context, const DefinitionParts &parts, llvm::StringRef key,
              const Node &site, const ToolForm &form, ToolDefinition &tool) {
  const DefinitionPlace found = placeOf(context, parts.definition(), site);
  const Node &place = found.node;
  if (!(form.traits & NamedByKey))
    if (std::optional<DefinitionPart> part = parts.find(form.parts.name))
      tool.name = readPart(context, *part);
  if (!tool.name && !key.empty())
    tool.name = nameField(context, key, site);
  if (!tool.name && form.traits & NamedByFunction && tool.execute)
    if (std::string name = functionNameOf(context, *tool.execute->function); !name.empty())
      tool.name = nameField(context, name, *tool.execute->function);
  if (!tool.name && form.traits & NamedByKey && !found.member.empty()) {
    tool.name = nameField(context, found.member, place);
    tool.name->kind = Provenance::Folded;
  }
  if (!tool.name && form.traits & NamedByKey)
    if (std::string name = assignedName(context, parts.definition(), place); !name.empty())
      tool.name = nameField(context, name, place);
  if (!tool.name && !form.defaultName.empty())
    tool.name = nameField(context, form.defaultName, place);
  if (form.traits & NamedByLetters)
    spellByLetters(tool.name);
}

/// The call of a tool's function whose result an object's members are copied from; null if there
/// is none.
const ResultValue *baseOf(ExtractionContext &context, const Value &definition) {
  const auto *written = llvm::isa<ObjectValue>(definition)
                            ? llvm::dyn_cast_or_null<ObjectExpression>(definition.origin)
                            : nullptr;
  for (const Node *part : llvm::reverse(written ? written->properties : NodeList())) {
    const auto *spread = llvm::dyn_cast<SpreadElement>(part);
    const auto *made =
        spread ? llvm::dyn_cast<ResultValue>(&context.values.of(*spread->argument)) : nullptr;
    if (made && made->origin && context.index.formOf(made->callee->path).tool)
      return made;
  }
  return nullptr;
}

void readToolParts(ExtractionContext &context, const DefinitionParts &parts, llvm::StringRef key,
                   const Node &site, const ToolForm &form, ToolDefinition &tool) {
  bool takesShape = form.traits & TakesShape;
  if (std::optional<DefinitionPart> part = parts.find(form.parts.description))
    tool.description = readText(context, *part);
  if (std::optional<DefinitionPart> part = parts.find(form.parts.title))
    tool.title = readText(context, *part);
  auto schemaOf = [&](const DefinitionPart &part, bool isOutput) {
    if (!form.printing)
      return readSchema(context, part, takesShape);
    const auto *call = llvm::dyn_cast<ResultValue>(&parts.definition());
    ServerPrinting printing = form.printing(context, call ? call->callee->path : "", isOutput);
    return readSchema(context, part, takesShape, &printing);
  };
  // a copy runs what it was copied from, on the same input
  const ResultValue *base = baseOf(context, parts.definition());
  std::optional<DefinitionParts> baseParts;
  if (base)
    baseParts.emplace(context, *base, *base->origin);
  auto findCopied = [&](PartPlace ToolParts::*part) {
    std::optional<DefinitionPart> own = parts.find(form.parts.*part);
    std::optional<DefinitionPart> copied;
    if (base && !(own && own->value))
      copied = baseParts->find(context.index.formOf(base->callee->path).tool->parts.*part);
    return copied ? copied : own;
  };
  if (std::optional<DefinitionPart> part = findCopied(&ToolParts::parameters))
    tool.parameters = schemaOf(*part, false);
  if (std::optional<DefinitionPart> part = parts.find(form.parts.outputSchema))
    tool.outputSchema = schemaOf(*part, true);
  if (std::optional<DefinitionPart> part = parts.find(form.parts.annotations))
    tool.annotations = readPart(context, *part);
  std::optional<DefinitionPart> execute = findCopied(&ToolParts::execute);
  bool hasExecute = execute.has_value();
  if (hasExecute && execute->value)
    tool.execute = readExecute(context, *execute->value);
  bool mayLackCode = form.traits & (Hosted | MayLackCode);
  tool.isHosted = mayLackCode && !tool.execute && !hasExecute;
  readName(context, parts, key, site, form, tool);
  if (form.complete)
    form.complete(context, parts, tool);
}

} // namespace

std::optional<std::string> addTool(ExtractionContext &context, const Value &given,
                                   llvm::StringRef key, const Node &site, const ToolOwner &owner) {
  const Value &definition = context.index.calls.bestKnown(given);
  auto [framework, form] = formOf(context, definition, owner);
  if (!form)
    return std::nullopt;
  auto [place, identity, member] = placeOf(context, definition, site);
  std::vector<std::pair<std::string, std::string>> &known = context.index.toolsOf(identity);
  if (form->traits & NamedByKey && key.empty() && !known.empty())
    return known.front().second;
  ToolDefinition tool;
  tool.framework = framework.str();
  tool.form = llvm::isa<FunctionValue>(definition) ? "plain function" : form->form.str();
  tool.source = placeOf(context.program, place);
  tool.server = owner.server;
  if (llvm::isa<FunctionValue>(definition)) {
    tool.execute = readExecute(context, definition);
    DefinitionParts none(context, definition, site);
    ToolForm named = {.function = "", .form = "", .traits = form->traits & ~Hosted};
    readName(context, none, key, site, named, tool);
  } else {
    DefinitionParts parts(context, definition, site, wrapperOf(definition));
    readToolParts(context, parts, key, site, *form, tool);
  }
  checkName(tool.name);
  std::string name = nameIn(tool.name).value_or("");
  for (const auto &[other, id] : known)
    if (other == name || name.empty() || known.size() >= maxNames)
      return id;
  tool.id = context.index.toolIds.unique(idOf(context, tool.name, key, place), owner.scope);
  tool.reference = findReference(context, definition);
  known.push_back({name, tool.id});
  context.config.tools.push_back(std::move(tool));
  return known.back().second;
}

namespace {

constexpr llvm::StringLiteral someOnly = "some of its tools are there only under conditions";
constexpr llvm::StringLiteral mayHoldMore = "it may hold more tools than are known";
constexpr unsigned maxToolDepth = 16;
constexpr size_t maxToolSteps = 100'000;

/// Adds the tools of a value that holds tools, and remembers what it could not tell.
class ToolsReader {
public:
  ToolsReader(ExtractionContext &context, const ToolOwner &owner)
      : context_(context), owner_(owner) {}

  std::vector<std::string> ids;
  std::string doubt;

  void addAll(const Value &tools, const Node &site, unsigned depth = 0);

private:
  void joinAlternatives(size_t begin);
  void addOne(const Value &tool, llvm::StringRef key, const Node &site, unsigned depth);
  bool addBehind(const Value &tools, const Node &site, unsigned depth);
  void addExports(const NamespaceValue &space, const Node &site, unsigned depth);
  void addSpreads(const Node *written, unsigned depth);
  bool addSpread(const Node &argument, unsigned depth);
  void say(llvm::StringRef more) {
    if (doubt.empty() || (doubt == someOnly && more != someOnly))
      doubt = more.str();
  }

  ExtractionContext &context_;
  const ToolOwner &owner_;
  llvm::StringSet<> known_;
  size_t steps_ = 0;
  bool isConditional_ = false; ///< of a spread that is read
};

/// Returns true if an array is written with spreads, which are read one by one.
bool isSpread(const Node *origin) {
  const auto *written = llvm::dyn_cast_or_null<ArrayExpression>(origin);
  return written && llvm::any_of(written->elements, [](const Node *element) {
           return llvm::isa_and_nonnull<SpreadElement>(element);
         });
}

bool isNothing(const Value &value) {
  const auto *flag = llvm::dyn_cast<BooleanValue>(&value);
  return llvm::isa<UndefinedValue, NullValue>(value) || (flag && !flag->value);
}

void ToolsReader::addAll(const Value &tools, const Node &site, unsigned depth) {
  if (depth > maxToolDepth)
    return say("it is nested deeper than agentc reads");
  if (steps_ > maxToolSteps)
    return say("it holds more than agentc reads");
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&tools);
      list && !isAllKnown(*list) && !isSpread(list->origin) && addBehind(tools, site, depth))
    return;
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&tools)) {
    const auto *written = llvm::dyn_cast_or_null<ArrayExpression>(list->origin);
    bool isWritten = written && written->elements.size() == list->elements.size();
    for (size_t i = 0; i < list->elements.size(); ++i) {
      const Node *element = isWritten ? written->elements[i] : list->elements[i]->origin;
      addOne(*list->elements[i], "", element && element->parent ? *element : site, depth);
    }
    if (list->open)
      addSpreads(written, depth);
  } else if (const auto *object = llvm::dyn_cast<ObjectValue>(&tools)) {
    for (const PropertyValue &property : object->properties) {
      addOne(*property.value, property.key, *property.site, depth);
      if (property.mayDiffer && !object->open)
        say(someOnly);
    }
    if (object->open)
      addSpreads(llvm::dyn_cast_or_null<ObjectExpression>(object->origin), depth);
  } else if (const auto *space = llvm::dyn_cast<NamespaceValue>(&tools)) {
    addExports(*space, site, depth);
  } else if (const auto *either = llvm::dyn_cast<UnionValue>(&tools)) {
    for (const Value *one : either->alternatives)
      addAll(*one, site, depth + 1);
    say(someOnly);
  } else if (llvm::isa<FunctionValue>(tools) && context_.index.onlyResultOf(*tools.origin)) {
    const Node &result = *context_.index.onlyResultOf(*tools.origin);
    addAll(context_.values.of(result), result, depth + 1);
  } else if (!isNothing(tools) && !addBehind(tools, site, depth)) {
    say(describe(tools));
  }
}

void ToolsReader::addExports(const NamespaceValue &space, const Node &site, unsigned depth) {
  ExportedNames exported = exportedNamesOf(*space.module);
  const bool isWhole = exported.isWhole && space.module->goal == Goal::Module;
  if (!isWhole)
    say(mayHoldMore);
  for (const std::string &name : exported.names)
    addOne(context_.values.exportOf(*space.module, name), name, site, depth);
}

/// Adds the tools found behind a list whose value doesn't tell its elements; false if there are
/// none.
bool ToolsReader::addBehind(const Value &tools, const Node &site, unsigned depth) {
  ListElements list(context_.program, context_.values, context_.index.kept);
  bool isWhole = list.add(tools, site);
  if (list.elements.empty())
    return false;
  for (const ListElements::Element &one : list.elements)
    addOne(*one.value, "", *one.site, depth + 1);
  if (!isWhole)
    say(mayHoldMore);
  else if (list.isSome)
    say(someOnly);
  return true;
}

void ToolsReader::addOne(const Value &tool, llvm::StringRef key, const Node &site, unsigned depth) {
  ++steps_;
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&tool); list && key.empty())
    return addAll(tool, site, depth + 1);
  bool isSure = !llvm::isa<UnionValue>(tool);
  if (!isSure)
    say(someOnly);
  size_t before = context_.config.tools.size();
  forEachAlternative(tool, [&](const Value &one) {
    std::optional<std::string> id = addTool(context_, one, key, site, owner_);
    if (!id) {
      if (isSure && !isNothing(one))
        say((isValidName(key) ? "`" + key.str() + "`" : std::string("one of its tools")) +
            " is not a definition that agentc knows: " + describe(one));
    } else if (known_.insert(*id).second) {
      ids.push_back(*id);
    }
  });
  if (!isSure)
    joinAlternatives(before);
}

/// Of one or the other definition of one name, what they don't share isn't known.
void ToolsReader::joinAlternatives(size_t begin) {
  std::vector<ToolDefinition> &tools = context_.config.tools;
  for (size_t i = begin; i < tools.size(); ++i)
    for (size_t j = tools.size() - 1; j > i; --j) {
      std::optional<std::string> name = nameIn(tools[i].name);
      if (!name || nameIn(tools[j].name) != name)
        continue;
      auto join = [](std::optional<ConfigField> &field, const std::optional<ConfigField> &other) {
        bool isSame = field.has_value() == other.has_value() &&
                      (!field || (field->value && other->value && *field->value == *other->value));
        if (isSame)
          return;
        if (!field)
          field = other;
        field->kind = Provenance::Unresolved;
        field->reason = "it is one of several values";
        field->value = nullptr;
      };
      join(tools[i].title, tools[j].title);
      join(tools[i].description, tools[j].description);
      join(tools[i].parameters, tools[j].parameters);
      join(tools[i].outputSchema, tools[j].outputSchema);
      join(tools[i].annotations, tools[j].annotations);
      llvm::erase(ids, tools[j].id);
      tools.erase(tools.begin() + j);
    }
}

/// Adds the tools that conditional spreads may add: `...(on ? {a} : {})`, `...(on && [b])`.
void ToolsReader::addSpreads(const Node *written, unsigned depth) {
  NodeList parts;
  if (const auto *list = llvm::dyn_cast_or_null<ArrayExpression>(written))
    parts = list->elements;
  else if (const auto *object = llvm::dyn_cast_or_null<ObjectExpression>(written))
    parts = object->properties;
  bool isKnown = false;
  const bool isAround = std::exchange(isConditional_, false);
  for (const Node *part : parts)
    if (const auto *spread = llvm::dyn_cast_or_null<SpreadElement>(part)) {
      isKnown = addSpread(*spread->argument, depth + 1);
      if (!isKnown)
        break;
    }
  if (!isKnown)
    say(mayHoldMore);
  else if (isConditional_)
    say(someOnly);
  isConditional_ = isAround;
}

bool ToolsReader::addSpread(const Node &argument, unsigned depth) {
  if (depth > maxToolDepth)
    return false;
  isConditional_ |= llvm::isa<ConditionalExpression, LogicalExpression>(argument);
  if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&argument))
    return addSpread(*choice->consequent, depth + 1) && addSpread(*choice->alternate, depth + 1);
  if (const auto *choice = llvm::dyn_cast<LogicalExpression>(&argument))
    return (choice->op == "&&" || addSpread(*choice->left, depth + 1)) &&
           addSpread(*choice->right, depth + 1);
  const Value &value = context_.values.of(argument);
  isConditional_ |= llvm::isa<UnionValue>(value);
  bool isKnown = true;
  forEachAlternative(value, [&](const Value &one) {
    const auto *list = llvm::dyn_cast<ArrayValue>(&one);
    const auto *object = llvm::dyn_cast<ObjectValue>(&one);
    if ((list && !list->open) || (object && !object->open))
      addAll(one, argument, depth + 1);
    else
      isKnown &= isNothing(one) || addBehind(one, argument, depth + 1);
  });
  return isKnown;
}

} // namespace

std::vector<std::string> addTools(ExtractionContext &context, const DefinitionPart &tools,
                                  const std::string &path, const ToolOwner &owner) {
  ToolsReader reader(context, owner);
  if (tools.value)
    reader.addAll(*tools.value, *tools.site);
  std::string reason = tools.doubt.empty() ? reader.doubt : tools.doubt.str();
  if (!reason.empty())
    context.config.unresolved.push_back({path, placeOf(context.program, *tools.site), reason});
  return reader.ids;
}

} // namespace agentc
