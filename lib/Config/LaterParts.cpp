#include "DefinitionIndex.h"
#include "Definitions.h"
#include "Names.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

bool hasWord(llvm::StringRef words, llvm::StringRef word) {
  while (!words.empty()) {
    auto [first, more] = words.split(' ');
    if (first == word)
      return true;
    words = more;
  }
  return false;
}

/// One value or the other: which one holds is not known.
void giveAgain(std::optional<ConfigField> &field, const SourcePlace &definition,
               llvm::StringRef reason = "it is given another value later") {
  if (!field)
    field.emplace().source = definition;
  if (field->kind == Provenance::Unresolved && !field->reason.empty())
    return; // its value knew already
  field->kind = Provenance::Unresolved;
  field->value = nullptr;
  field->reason = reason.str();
}

/// Reads the parts that code gives to agents after they are made.
class LaterParts {
public:
  explicit LaterParts(ExtractionContext &context) : context_(context) {}

  void read(const Node &node) {
    if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node))
      readAssignment(*assignment);
    else if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
      readPush(*call);
    forEachChild(node, [&](const Node &child) { read(child); });
  }

private:
  /// Calls `visit` for each agent whose member an expression is, with its form and the key.
  void
  forEachAgent(const Node &expression,
               llvm::function_ref<void(size_t, const FormOfPath &, llvm::StringRef key)> visit) {
    const auto *member = llvm::dyn_cast<MemberExpression>(&expression);
    std::optional<std::string> key = member ? context_.values.keyOf(*member) : std::nullopt;
    if (!key)
      return;
    forEachAlternative(context_.values.of(*member->object), [&](const Value &object) {
      const auto *result = llvm::dyn_cast<ResultValue>(&object);
      if (!result)
        return;
      const FormOfPath &form = context_.index.formOf(result->callee->path);
      if (!form.agent || !form.agent->isAgent)
        return;
      if (std::optional<size_t> agent = findAgent(context_, object))
        visit(*agent, form, *key);
    });
  }

  void readAssignment(const AssignmentExpression &assignment) {
    forEachAgent(*assignment.left, [&](size_t agent, const FormOfPath &form, llvm::StringRef key) {
      const AgentParts &parts = form.agent->parts;
      const DefinitionPart given{&context_.values.of(*assignment.right), assignment.right};
      if (hasWord(parts.handoffs.keys, key))
        addHandoffs(context_, agent, given);
      else if (hasWord(parts.tools.keys, key))
        addAll(agent, addTools(context_, given, pathOf(agent, "tools"), ownerOf(agent, form)));
      else
        giveAgainTo(agent, parts, key);
    });
  }

  void readPush(const CallExpression &call) {
    const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
    if (!member || context_.values.keyOf(*member) != "push")
      return;
    forEachAgent(*member->object, [&](size_t agent, const FormOfPath &form, llvm::StringRef key) {
      const AgentParts &parts = form.agent->parts;
      for (const Node *argument : call.arguments) {
        const Value &value = context_.values.of(*argument);
        if (hasWord(parts.handoffs.keys, key)) {
          context_.index.handoffs.push_back({agent, &value, argument});
        } else if (hasWord(parts.tools.keys, key)) {
          if (std::optional<std::string> id =
                  addTool(context_, value, "", *argument, ownerOf(agent, form)))
            addAll(agent, {*id});
          else
            say(agent, "tools", *argument);
        }
      }
    });
  }

  void giveAgainTo(size_t index, const AgentParts &parts, llvm::StringRef key) {
    AgentDefinition &agent = context_.config.agents[index];
    for (auto [keys, field] : {std::pair(parts.name.keys, &agent.name),
                               std::pair(parts.description.keys, &agent.description),
                               std::pair(parts.instructions.keys, &agent.instructions),
                               std::pair(parts.model.keys, &agent.model)})
      if (hasWord(keys, key))
        giveAgain(*field, agent.source);
  }

  void addAll(size_t agent, const std::vector<std::string> &ids) {
    std::vector<std::string> &tools = context_.config.agents[agent].tools;
    for (const std::string &id : ids)
      if (context_.index.isNewTool(agent, id))
        tools.push_back(id);
  }

  ToolOwner ownerOf(size_t agent, const FormOfPath &form) const {
    return {form.framework, context_.config.agents[agent].id, {}};
  }

  static std::string pathOf(size_t agent, llvm::StringRef part) {
    return "agents[" + std::to_string(agent) + "]." + part.str();
  }

  void say(size_t agent, llvm::StringRef part, const Node &site) {
    context_.config.unresolved.push_back({pathOf(agent, part), placeOf(context_.program, site),
                                          "it may hold more tools than are known"});
  }

  ExtractionContext &context_;
};

/// The definition of a tool that is written to, with its form; null where it is not known to be
/// one.
const ToolForm *toolFormOf(ExtractionContext &context, const Value &object) {
  const auto *result = llvm::dyn_cast<ResultValue>(&object);
  return result && object.origin && object.origin->parent
             ? context.index.formOf(result->callee->path).tool
             : nullptr;
}

/// Calls `visit` for each tool that was made by a definition.
void forEachTool(ExtractionContext &context, const Value &definition,
                 llvm::function_ref<void(ToolDefinition &)> visit) {
  const auto &known = context.index.toolsOf(placeOf(context, definition, *definition.origin).key);
  for (ToolDefinition &tool : context.config.tools)
    if (llvm::any_of(known, [&](const auto &one) { return one.second == tool.id; }))
      visit(tool);
}

/// Tells what an assignment to a tool's member leaves unknown of the tools made by its definition.
void readToolAssignment(ExtractionContext &context, const AssignmentExpression &assignment) {
  const auto *member = llvm::dyn_cast<MemberExpression>(assignment.left);
  std::optional<std::string> key = member ? context.values.keyOf(*member) : std::nullopt;
  if (!key)
    return;
  forEachAlternative(context.values.of(*member->object), [&](const Value &object) {
    const ToolForm *form = toolFormOf(context, object);
    if (!form)
      return;
    const ToolParts &parts = form->parts;
    forEachTool(context, object, [&](ToolDefinition &tool) {
      for (auto [keys, field] :
           {std::pair(parts.name.keys, &tool.name), std::pair(parts.title.keys, &tool.title),
            std::pair(parts.description.keys, &tool.description),
            std::pair(parts.parameters.keys, &tool.parameters),
            std::pair(parts.outputSchema.keys, &tool.outputSchema),
            std::pair(parts.annotations.keys, &tool.annotations)})
        if (hasWord(keys, *key))
          giveAgain(*field, tool.source);
    });
  });
}

/// Tells that a tool is taken out of the object that names it: `delete tools.search`.
void readDeletion(ExtractionContext &context, const UnaryExpression &deletion) {
  const auto *member = llvm::dyn_cast<MemberExpression>(deletion.argument);
  if (deletion.op != "delete" || !member)
    return;
  const auto *holder = llvm::dyn_cast<ObjectValue>(&context.values.of(*member->object));
  std::optional<std::string> key = holder ? context.values.keyOf(*member) : std::nullopt;
  const PropertyValue *held = key ? holder->find(*key) : nullptr;
  if (!held)
    return;
  forEachAlternative(*held->value, [&](const Value &definition) {
    if (toolFormOf(context, definition))
      forEachTool(context, definition, [&](ToolDefinition &tool) {
        if (nameIn(tool.name) == key)
          giveAgain(tool.name, tool.source, "the tool is taken out of its object later");
      });
  });
}

} // namespace

void readLaterToolParts(ExtractionContext &context) {
  context.program.forEach<AssignmentExpression>(
      [&](const AssignmentExpression &assignment) { readToolAssignment(context, assignment); });
  context.program.forEach<UnaryExpression>(
      [&](const UnaryExpression &deletion) { readDeletion(context, deletion); });
}

void readLaterParts(ExtractionContext &context) {
  LaterParts parts(context);
  for (const auto &module : context.program.modules())
    if (module->syntax->program)
      parts.read(*module->syntax->program);
}

} // namespace agentc
