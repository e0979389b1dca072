#ifndef AGENTC_PROGRAM_RUNNABLETEXT_H
#define AGENTC_PROGRAM_RUNNABLETEXT_H

#include "agentc/Program/Program.h"

namespace agentc {

/// A module as the sandbox runs it: as `eraseTypes` gives it, and import attributes
/// (`with { type: 'json' }`), which older V8 cannot read, are spaces too.
std::optional<std::string> runnableText(const Program &program, const ModuleInfo &module,
                                        DiagnosticList &diagnostics);

/// True if erasing types leaves nothing of an import: all its names are used in types only.
bool isErased(const ast::Module &module, const ast::ImportDeclaration &import);

} // namespace agentc

#endif
