#ifndef AGENTC_LIB_RULES_INPUTSINKS_H
#define AGENTC_LIB_RULES_INPUTSINKS_H

#include "Uses.h"

#include "agentc/Access/InputFlow.h"

namespace agentc {

/// The last name of a path: `query` of `module:pg.Pool().query`.
llvm::StringRef lastName(llvm::StringRef path);

/// True if a use calls its API with arguments, not as the tag of a template.
bool isPlainCall(const ApiUse &use);

/// A finding's message: `` `query` of the tool's input gets into an SQL statement; … ``.
std::string inputMessage(const InputTrace &trace, llvm::StringRef into, llvm::StringRef hint);

/// A finding at the first place that the input could not be followed to, if there is one: a warning
/// at most, since nobody knows whether the input gets there.
void reportLost(RuleReporter &report, const InputFlow &flow, llvm::StringRef into);

/// Adds the input's way to a finding as notes.
void addWay(Diagnostic &finding, const Program &program, const InputTrace &trace,
            const ast::Node &sink);

} // namespace agentc

#endif
