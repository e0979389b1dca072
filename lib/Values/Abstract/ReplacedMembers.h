#ifndef AGENTC_LIB_VALUES_ABSTRACT_REPLACEDMEMBERS_H
#define AGENTC_LIB_VALUES_ABSTRACT_REPLACEDMEMBERS_H

#include "agentc/Program/Program.h"
#include "agentc/Syntax/Ast.h"

namespace agentc {

/// The literal that the statement before has just put where a member is read to be written to:
/// `made.schema = { ...made.schema }; delete made.schema.title`. Null where that isn't certain, or
/// the object could have accessors.
const ast::Node *replacedJustBefore(const Program &program, const ast::Node &read);

} // namespace agentc

#endif
