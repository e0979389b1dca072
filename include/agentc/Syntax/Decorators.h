#ifndef AGENTC_SYNTAX_DECORATORS_H
#define AGENTC_SYNTAX_DECORATORS_H

#include "agentc/Syntax/Ast.h"

namespace agentc {

/// The expression behind the `@`. The tree has a call of it in its place.
const ast::Node *writtenDecorator(const ast::Decorator &decorator);

} // namespace agentc

#endif
