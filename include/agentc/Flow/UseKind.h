#ifndef AGENTC_FLOW_USEKIND_H
#define AGENTC_FLOW_USEKIND_H

#include "agentc/Flow/ApiUse.h"

namespace agentc {

/// Returns how an API is used at the expression `node` that denotes it; std::nullopt if the API
/// only gets another name there, or if `node` is part of a larger expression that also denotes
/// it.
std::optional<UseKind> useKindAt(const Program &program, const Values &values,
                                 const ast::Node &node, llvm::StringRef path);

/// True if a value can be the API of that path.
bool canBeApi(const Value &value, llvm::StringRef path);

/// True if an alternative is only a missing member or one that every object inherits:
/// `table[name]` of tables that are known as a whole. Its text is never a host; calling it does
/// nothing.
bool isOnlyInherited(const Values &values, const Value &alternative);

/// The function that constructing a class calls, its own or the nearest that it inherits; null
/// where none of them has one.
const ast::Node *constructorIn(const ClassValue &type);

/// The part of a condition that is not run, by a variable or member of an object that is known;
/// null where both may be.
const ast::Node *deadBranch(const ast::Node &node, const Values &values);

} // namespace agentc

#endif
