#include "BareTools.h"

#include "DefinitionIndex.h"
#include "Definitions.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/Schema.h"

namespace agentc {

using namespace ast;

namespace frameworks {
extern const Framework VercelAi;
} // namespace frameworks

namespace {

bool isMemberOfTools(llvm::StringRef key) {
  static constexpr llvm::StringLiteral keys[] = {
      "contextSchema",  "description",  "execute",          "inputExamples",
      "inputSchema",    "metadata",     "needsApproval",    "onInputAvailable",
      "onInputDelta",   "onInputStart", "outputSchema",     "providerOptions",
      "sensitiveInput", "strict",       "supportsDeferred", "title",
      "toModelOutput",  "type"};
  return llvm::is_contained(keys, key);
}

bool writes(const ObjectExpression &object, llvm::StringRef key) {
  return llvm::any_of(object.properties, [&](const Node *one) {
    const auto *property = llvm::dyn_cast<Property>(one);
    return property && writtenKeyOf(*property) == key;
  });
}

/// The call that an object is the only argument of and that gives it back; null if it is in none.
const CallExpression *givingBack(const Values &values, const ObjectExpression &object) {
  const auto *call = llvm::dyn_cast<CallExpression>(object.parent);
  if (!call || call->arguments.size() != 1 || call->arguments[0] != &object)
    return nullptr;
  const Value &given = values.of(*call);
  return llvm::isa<ObjectValue>(given) && given.origin == &object ? call : nullptr;
}

bool isBareTool(const Values &values, const ObjectExpression &expression,
                const ObjectValue &object) {
  if (object.open || !llvm::all_of(object.properties, [](const PropertyValue &property) {
        return isMemberOfTools(property.key);
      }))
    return false;
  const PropertyValue *description = object.find("description");
  const PropertyValue *schema = object.find("inputSchema");
  const PropertyValue *execute = object.find("execute");
  if (!description || !schema || !execute || !llvm::isa<FunctionValue>(execute->value))
    return false;
  if (givingBack(values, expression))
    return isSchema(*schema->value) || llvm::isa<UnknownValue>(schema->value);
  const auto *made = llvm::dyn_cast<ResultValue>(schema->value);
  return !llvm::isa<CallExpression, NewExpression>(expression.parent) && made &&
         made->callee->path.starts_with("bundled:zod");
}

/// The name that it is used under; empty where only its variable has one.
std::string toolKey(const ExtractionContext &context, const Value &tool, const Node &place) {
  if (const auto *property = llvm::dyn_cast<Property>(place.parent))
    return writtenKeyOf(*property).value_or("").str();
  const std::vector<std::string> *steps = context.index.stepsTo(tool);
  return steps && !steps->empty() && steps->back() != "default" ? steps->back() : std::string();
}

} // namespace

bool addBareTools(ExtractionContext &context) {
  llvm::DenseSet<const Node *> known;
  for (const ToolDefinition &tool : context.config.tools)
    if (tool.execute)
      known.insert(tool.execute->function);
  size_t before = context.config.tools.size();
  context.program.forEach<ObjectExpression>([&](const ObjectExpression &expression) {
    if (!writes(expression, "inputSchema"))
      return;
    const auto *object = llvm::dyn_cast<ObjectValue>(&context.values.of(expression));
    if (!object || !isBareTool(context.values, expression, *object) ||
        known.contains(object->find("execute")->value->origin))
      return;
    const CallExpression *call = givingBack(context.values, expression);
    const Node &place = call ? static_cast<const Node &>(*call) : expression;
    std::string key = toolKey(context, *object, place);
    // a minifier's variable is not a name, and what a CommonJS module exports it as isn't read here
    if (key.empty() && !call && context.program.moduleOf(expression).syntax->goal != Goal::Module)
      return;
    addTool(context, *object, key, place, {&frameworks::VercelAi, "", {}});
  });
  return context.config.tools.size() > before;
}

} // namespace agentc
