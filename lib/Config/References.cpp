#include "DefinitionIndex.h"
#include "Definitions.h"

namespace agentc {

RuntimeReference findReference(const ExtractionContext &context, const Value &definition) {
  RuntimeReference reference;
  if (const std::vector<std::string> *steps = context.index.stepsTo(definition)) {
    reference.style = RuntimeReference::Style::Value;
    reference.module = context.program.entry()->path().str();
    reference.steps = *steps;
  }
  return reference;
}

} // namespace agentc
