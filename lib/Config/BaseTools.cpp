#include "BaseTools.h"

#include "DefinitionIndex.h"
#include "Definitions.h"
#include "Names.h"

namespace agentc {

using namespace ast;

namespace {

/// The variable that an expression alone gives its value; null where a module exports it.
const Symbol *ownVariableOf(const ExtractionContext &context, const Node &expression) {
  const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(expression.parent);
  const auto *name = declarator ? llvm::dyn_cast<Identifier>(declarator->id) : nullptr;
  const Symbol *symbol = name ? context.program.symbolOf(*name) : nullptr;
  if (!symbol || symbol->targets.size() != 1)
    return nullptr;
  for (const auto &[exported, record] : context.program.moduleOf(expression).exports)
    if (record.symbol == symbol)
      return nullptr;
  return symbol;
}

/// The object that a reference's members are copied to; null for every other use.
const ObjectExpression *copyOf(const Identifier &reference) {
  const auto *spread = llvm::dyn_cast<SpreadElement>(reference.parent);
  return spread ? llvm::dyn_cast<ObjectExpression>(spread->parent) : nullptr;
}

/// Returns true if a variable is read for its members only.
bool isOnlyCopied(const Symbol &variable) {
  return llvm::all_of(variable.references, [](const Identifier *reference) {
    const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent);
    return (member && member->object == reference) || copyOf(*reference);
  });
}

/// Returns true if an object's member never gets out: the object is only copied to others, and
/// each of them has a member of that name behind the copy.
bool isReplaced(const ExtractionContext &context, const Property &member) {
  const Symbol *holder = member.parent ? ownVariableOf(context, *member.parent) : nullptr;
  std::optional<std::string> key = context.values.keyOf(member);
  if (!holder || !key || holder->references.empty())
    return false;
  return llvm::all_of(holder->references, [&](const Identifier *reference) {
    const ObjectExpression *copy = copyOf(*reference);
    return copy && llvm::any_of(copy->properties, [&](const Node *one) {
             return one->range.begin > reference->range.end && llvm::isa<Property>(one) &&
                    context.values.keyOf(*one) == key;
           });
  });
}

/// Returns true if a variable is a member of such objects and nothing else.
bool isOnlyReplaced(const ExtractionContext &context, const Symbol &variable) {
  return !variable.references.empty() &&
         llvm::all_of(variable.references, [&](const Identifier *reference) {
           const auto *member = llvm::dyn_cast<Property>(reference->parent);
           return member && member->value == reference && isReplaced(context, *member);
         });
}

/// Returns true if a tool has its schema from a definition.
bool isCopyOf(const ToolDefinition &tool, const SourcePlace &definition) {
  if (!tool.parameters || tool.form != "object")
    return false;
  const SourcePlace &schema = tool.parameters->source;
  return schema.file == definition.file && definition.range.begin <= schema.range.begin &&
         schema.range.end <= definition.range.end;
}

} // namespace

bool isBaseOnly(const ExtractionContext &context, const ResultValue &definition) {
  if (!definition.origin || !definition.origin->parent || context.index.stepsTo(definition))
    return false;
  const Symbol *variable = ownVariableOf(context, *definition.origin);
  if (!variable)
    return false;
  if (isOnlyReplaced(context, *variable))
    return true;
  const SourcePlace place = placeOf(context.program, *definition.origin);
  const std::string name = variableOf(context, *definition.origin);
  return llvm::any_of(context.config.tools, [&](const ToolDefinition &tool) {
    return isCopyOf(tool, place) && (isOnlyCopied(*variable) || nameIn(tool.name) == name);
  });
}

} // namespace agentc
