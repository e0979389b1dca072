#include "Evaluator.h"

namespace agentc {

using namespace ast;

const Value *Values::Evaluator::invokeRuntimeHelper(const Node &, Arguments, const Node &) {
  return nullptr;
}

const Value *Values::Evaluator::valueOfHelperParameter(const Node &, const Node &) {
  return nullptr;
}

} // namespace agentc
