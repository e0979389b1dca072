#include "agentc/Access/InputFlow.h"
#include "agentc/Flow/ApiUse.h"

namespace agentc {

using namespace ast;

/// The written argument of a call that the callee gets as `value`, at that index: itself one, or an
/// element of the list that `apply` is given. Null where only the value tells.
static const Node *writtenAt(const Values &values, NodeList written, size_t index,
                             const Value &value) {
  auto isIt = [&](const Node *node) { return node && &values.of(*node) == &value; };
  // `exec.call(null, x)` has one argument more than what it calls
  for (size_t at = index; at < written.size() && at <= index + 2; ++at)
    if (isIt(written[at]))
      return written[at];
  const auto *list = written.empty() ? nullptr : llvm::dyn_cast<ArrayExpression>(written.back());
  bool isElement = list && index < list->elements.size() && isIt(list->elements[index]);
  return isElement ? list->elements[index] : nullptr;
}

std::vector<InputTrace> inputOf(const Values &values, const InputFlow &flow, const ApiUse &use,
                                size_t index, TextUse as) {
  if (index >= use.arguments.size())
    return {};
  NodeList written;
  if (const auto *call = llvm::dyn_cast<CallExpression>(use.call))
    written = call->arguments;
  else if (const auto *construction = llvm::dyn_cast<NewExpression>(use.call))
    written = construction->arguments;
  const Value &value = *use.arguments[index];
  const Node *node = writtenAt(values, written, index, value);
  return node ? flow.into(*node, as) : flow.into(value, as);
}

} // namespace agentc
