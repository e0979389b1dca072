#include "AgentHooks.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

/// The methods that `runtime/prelude/scripts/platform/base-agent.js` calls on `this` and that a
/// class may define itself.
static constexpr llvm::StringLiteral hooks[] = {
    "buildMessages",     "emitMetrics",      "fetch",    "formatRagResults",
    "getAvailableTools", "processToolCalls", "ragSearch"};

/// Classes that extend each other without end are cut there.
static constexpr unsigned mostSuperClasses = 32;

static const ClassValue *classAt(const agentc::Program &program, const Values &values,
                                 const SourcePlace &place) {
  const ModuleInfo *module = program.find(place.file);
  if (!module || !module->syntax->program)
    return nullptr;
  const Node *found = nullptr;
  auto find = [&](const Node &type) {
    if (type.range == place.range)
      found = &type;
  };
  module->syntax->forEach<ClassDeclaration>(find);
  module->syntax->forEach<ClassExpression>(find);
  return found ? llvm::dyn_cast<ClassValue>(&values.of(*found)) : nullptr;
}

AgentHooks agentHooks(const agentc::Program &program, const Values &values,
                      const AgentDefinition &agent) {
  AgentHooks found;
  const ClassValue *type = agent.reference.style == RuntimeReference::Style::BaseAgent
                               ? classAt(program, values, agent.source)
                               : nullptr;
  const Value *instance = type ? &values.member(*type, "prototype") : nullptr;
  for (llvm::StringRef hook : hooks)
    if (instance)
      forEachAlternative(values.member(*instance, hook), [&](const Value &value) {
        if (llvm::isa<FunctionValue>(value))
          found.methods.push_back(value.origin);
      });
  for (unsigned i = 0; type && i < mostSuperClasses; ++i) {
    if (!llvm::isa<ClassDeclaration, ClassExpression>(type->origin))
      break;
    found.making.push_back(type->origin);
    if (const Node *constructor = constructorOf(*type->origin))
      found.making.push_back(constructor);
    type = llvm::dyn_cast_or_null<ClassValue>(type->superClass);
  }
  return found;
}

} // namespace agentc
