#include "Definitions.h"

#include "DefinitionIndex.h"

namespace agentc {

using namespace ast;

const Value &definitionOf(const Value &value) {
  const auto *result = llvm::dyn_cast<ResultValue>(&value);
  return result && !result->arguments.empty() ? *result->arguments[0] : value;
}

DefinitionPlace placeOf(const ExtractionContext &context, const Value &definition,
                        const Node &site) {
  const ClassValue *type = classOf(definition);
  const Node *origin = type ? type->origin : definition.origin;
  const Node *what = origin && origin->parent ? origin : &site;
  DefinitionCalls::Place called = context.index.calls.placeOf(definition);
  const Node *node = called.site ? called.site : what;
  return {*node, {what, node, called.turn}, called.key};
}

llvm::ArrayRef<const ClassValue *> classesOf(const ExtractionContext &context) {
  return context.index.classes();
}

void forEachResult(const ExtractionContext &context,
                   llvm::function_ref<bool(llvm::StringRef)> isCallee,
                   llvm::function_ref<void(const ResultValue &)> visit) {
  for (const DefinitionCalls::Made &made : context.index.calls.calling(isCallee))
    visit(*made.result);
}

} // namespace agentc
