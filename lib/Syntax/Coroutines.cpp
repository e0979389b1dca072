#include "agentc/Syntax/Coroutines.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

bool isCoroutine(const Node &function) {
  if (!isGenerator(function) || isAsync(function) || !function.parent)
    return false;
  NodeList arguments = partsOf(*function.parent).arguments;
  return llvm::is_contained(arguments, &function);
}

const Node *coroutineOf(const Node &call) {
  const Node *at = &call;
  for (unsigned i = 0; i < 3 && at; ++i) { // `run(function* () {…}).call(this)`
    auto [callee, arguments, isNew] = partsOf(*at);
    for (const Node *argument : arguments)
      if (isFunction(*argument) && isCoroutine(*argument))
        return argument;
    const auto *member = llvm::dyn_cast_or_null<MemberExpression>(callee);
    at = member ? member->object : callee;
  }
  return nullptr;
}

const Node *thisGivenTo(const Node &coroutine) {
  const Node &made = *coroutine.parent;
  const auto *member = llvm::dyn_cast<MemberExpression>(made.parent);
  const auto *call = member ? llvm::dyn_cast<CallExpression>(member->parent) : nullptr;
  if (call && call->callee == member && !call->arguments.empty()) {
    std::optional<llvm::StringRef> key = writtenKeyOf(*member);
    return key == "call" || key == "apply" ? call->arguments[0] : nullptr;
  }
  NodeList arguments = partsOf(made).arguments;
  return arguments[0] != &coroutine && llvm::isa<ThisExpression>(arguments[0]) ? arguments[0]
                                                                               : nullptr;
}

} // namespace agentc
