#ifndef AGENTC_FLOW_CALLTARGETS_H
#define AGENTC_FLOW_CALLTARGETS_H

#include "agentc/Values/Values.h"

namespace agentc {

/// Returns the arguments of a call, with spread lists replaced by their elements; std::nullopt
/// if a spread list is not fully known.
std::optional<llvm::SmallVector<const Value *, 4>> argumentsGiven(const Values &values,
                                                                  ast::NodeList arguments);

/// Calls `visit` for each thing that a callee can be, with what is its `this`: of one of several
/// objects each method with its own object, of `super` `self`. Null where the callee is no member.
void forEachTarget(const Values &values, const ast::Node &callee, const Value *self,
                   llvm::function_ref<void(const Value &target, const Value *self)> visit);

} // namespace agentc

#endif
