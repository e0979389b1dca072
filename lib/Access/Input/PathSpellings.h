#ifndef AGENTC_LIB_ACCESS_INPUT_PATHSPELLINGS_H
#define AGENTC_LIB_ACCESS_INPUT_PATHSPELLINGS_H

#include "agentc/Program/Program.h"

namespace agentc {

constexpr unsigned maxDerivations = 3; ///< calls between a text and what is asked of it

/// True of functions that leave no step to an outer folder inside of a path.
bool isResolving(llvm::StringRef path);
/// The value of a variable that is given only one; null for any other expression.
const ast::Node *onlyValueOf(const Program &program, const ast::Node &node);

} // namespace agentc

#endif
