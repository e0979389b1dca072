#include "agentc/Flow/CallTargets.h"

namespace agentc {

using namespace ast;

std::optional<llvm::SmallVector<const Value *, 4>> argumentsGiven(const Values &values,
                                                                  NodeList arguments) {
  llvm::SmallVector<const Value *, 4> given;
  for (const Node *argument : arguments) {
    const auto *spread = llvm::dyn_cast<SpreadElement>(argument);
    const auto *list = spread ? llvm::dyn_cast<ArrayValue>(&values.of(*spread->argument)) : nullptr;
    if (spread && (!list || list->open))
      return std::nullopt;
    if (list)
      given.append(list->elements.begin(), list->elements.end());
    else
      given.push_back(&values.of(*argument));
  }
  return given;
}

void forEachTarget(const Values &values, const Node &callee, const Value *self,
                   llvm::function_ref<void(const Value &target, const Value *self)> visit) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  if (!member)
    return forEachAlternative(values.of(callee), [&](const Value &one) { visit(one, nullptr); });
  bool isSuper = llvm::isa<Super>(member->object);
  const Value &object = values.of(*member->object);
  std::optional<std::string> key = values.keyOf(*member);
  if (isSuper || !key || !llvm::isa<UnionValue>(object))
    return forEachAlternative(
        values.of(callee), [&](const Value &one) { visit(one, isSuper && self ? self : &object); });
  forEachAlternative(object, [&](const Value &one) {
    if (!llvm::isa<UndefinedValue, NullValue>(one)) // the call throws
      forEachAlternative(values.member(one, *key),
                         [&](const Value &target) { visit(target, &one); });
  });
}

} // namespace agentc
