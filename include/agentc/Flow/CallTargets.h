#ifndef AGENTC_FLOW_CALLTARGETS_H
#define AGENTC_FLOW_CALLTARGETS_H

#include "agentc/Values/Values.h"

namespace agentc {

/// What a call's arguments are, spread lists by their elements; std::nullopt where a list is spread
/// that isn't known whole.
std::optional<llvm::SmallVector<const Value *, 4>> argumentsGiven(const Values &values,
                                                                  ast::NodeList arguments);

/// Calls `visit` for each thing that a callee can be, with what is its `this`: of one of several
/// objects each method with its own object, of `super` `self`. Null where the callee is no member.
void forEachTarget(const Values &values, const ast::Node &callee, const Value *self,
                   llvm::function_ref<void(const Value &target, const Value *self)> visit);

} // namespace agentc

#endif
