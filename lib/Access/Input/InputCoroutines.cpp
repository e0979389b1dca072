#include "InputIndex.h"

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

std::optional<CallSite> borrowingSite(const Values &values, const Node &function) {
  const auto *member = llvm::dyn_cast<MemberExpression>(function.parent);
  const auto *call = member ? llvm::dyn_cast<CallExpression>(member->parent) : nullptr;
  if (!call || member->object != &function || call->callee != member)
    return std::nullopt;
  std::optional<std::string> method = values.keyOf(*member);
  if (method == "call")
    return CallSite{call, CallSite::Form::Borrowed};
  return method == "apply" ? std::optional(CallSite{call, CallSite::Form::Applied}) : std::nullopt;
}

std::optional<CallSite> siteOfMade(const Values &values, const Node &coroutine) {
  const Node *made = coroutine.parent;
  const auto *call = llvm::dyn_cast<CallExpression>(made->parent);
  return call && call->callee == made ? std::optional(CallSite{call})
                                      : borrowingSite(values, *made);
}

const Symbol *symbolOfMade(const agentc::Program &program, const Node &coroutine) {
  const Node *holder = coroutine.parent->parent, *target = nullptr;
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(holder))
    target = assignment->left;
  else if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(holder))
    target = declarator->id;
  const auto *name = llvm::dyn_cast_or_null<Identifier>(target);
  return name ? program.symbolOf(*name) : nullptr;
}

} // namespace agentc
