#ifndef AGENTC_LIB_ANALYSIS_USEKIND_H
#define AGENTC_LIB_ANALYSIS_USEKIND_H

#include "agentc/Analysis/ApiUse.h"

namespace agentc {

/// What becomes of an API at the expression `node` that denotes it: how it is used there, or
/// std::nullopt if it only gets another name or is part of a larger expression that denotes it as
/// well.
std::optional<UseKind> useKindAt(const Program &program, const Values &values,
                                 const ast::Node &node, llvm::StringRef path);

/// Whether a value can be the API of that path.
bool canBeApi(const Value &value, llvm::StringRef path);

} // namespace agentc

#endif
