#ifndef AGENTC_FLOW_USEKIND_H
#define AGENTC_FLOW_USEKIND_H

#include "agentc/Flow/ApiUse.h"

namespace agentc {

/// What becomes of an API at the expression `node` that denotes it: how it is used there, or
/// std::nullopt if it only gets another name or is part of a larger expression that denotes it as
/// well.
std::optional<UseKind> useKindAt(const Program &program, const Values &values,
                                 const ast::Node &node, llvm::StringRef path);

/// Whether a value can be the API of that path.
bool canBeApi(const Value &value, llvm::StringRef path);

/// Whether an alternative is only what every object inherits, or nothing: `table[name]` of tables
/// that are known as a whole. No text of it is a host, and called it does nothing.
bool isOnlyInherited(const Values &values, const Value &alternative);

/// The function that constructing a class calls, its own or the nearest that it inherits; null
/// where none of them has one.
const ast::Node *constructorIn(const ClassValue &type);

/// The part of a condition that is not run, by a variable or member of an object that is known;
/// null where both may be.
const ast::Node *deadBranch(const ast::Node &node, const Values &values);

} // namespace agentc

#endif
