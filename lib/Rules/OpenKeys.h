#ifndef AGENTC_LIB_RULES_OPENKEYS_H
#define AGENTC_LIB_RULES_OPENKEYS_H

#include "Uses.h"

namespace agentc {

/// A member by a key that can be any text: `object[key]` with a key that is neither known nor a
/// number. Null for any other node.
const ast::MemberExpression *openMember(const Program &program, const Values &values,
                                        const ast::Node *node);

/// The variable at the bottom of `name`, `name.member`, `name[key]`; null if there is none.
const Symbol *rootOf(const Program &program, const ast::Node *node);

/// The variable whose own keys a key is one of, as in `for (key in variable)` and
/// `Object.keys(variable).forEach((key) => …)`; null if it is not known.
const Symbol *iteratedBy(const Program &program, const ast::Node &key);

/// Visits an expression and every part that its value can come from without a member access:
/// the operands of `||` and `?:`, both sides of an assignment.
void forEachOutcome(const ast::Node &expression, llvm::function_ref<void(const ast::Node &)> visit);

/// The expression that gives a variable its value at one of its targets; null where a pattern or a
/// caller does.
const ast::Node *sourceOf(const ast::Identifier &target);

} // namespace agentc

#endif
