#ifndef AGENTC_SYNTAX_WALK_H
#define AGENTC_SYNTAX_WALK_H

#include "agentc/Syntax/Ast.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

/// Calls `visit` for a node and what is below it, parents first, in source order; where `visit`
/// answers false, what is below that node is left out. Needs no stack, however deep the tree.
void walk(const ast::Node &root, llvm::function_ref<bool(const ast::Node &)> visit);

/// The function around a node, or its TopLevel; a class's field initializers belong to the class's
/// node.
const ast::Node &codeAround(const ast::Node &node);

} // namespace agentc

#endif
