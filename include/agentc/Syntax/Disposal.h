#ifndef AGENTC_SYNTAX_DISPOSAL_H
#define AGENTC_SYNTAX_DISPOSAL_H

#include "agentc/Syntax/Ast.h"

namespace agentc {

/// Calls methods of what its variables hold, where their scope ends: `using` and `await using`.
bool disposes(const ast::Node &declaration);

} // namespace agentc

#endif
