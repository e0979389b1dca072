#ifndef AGENTC_SYNTAX_INSIDE_H
#define AGENTC_SYNTAX_INSIDE_H

#include "agentc/Syntax/Ast.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

/// True if a node is the other one or stands inside it.
bool isInside(const ast::Node &node, const ast::Node &outer);

/// Calls `visit` for each expression that a function's own code gives back, in source order: the
/// body of an arrow function without a block, else what `return` names; null for one that names
/// nothing.
void forEachResult(const ast::Node &function, llvm::function_ref<void(const ast::Node *)> visit);

} // namespace agentc

#endif
