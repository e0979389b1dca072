#ifndef AGENTC_LIB_SYNTAX_SYNTAXERRORS_H
#define AGENTC_LIB_SYNTAX_SYNTAXERRORS_H

#include "Parser.h"
#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Syntax/Ast.h"

namespace agentc {

/// Reports the places where a text that did not parse goes wrong, ten of them at most; false if
/// none was found. `tree` is null where parsing took too long.
bool reportSyntaxErrors(const ast::Module &module, const Grammar &grammar, llvm::StringRef text,
                        TSTree *tree, DiagnosticList &diagnostics);

} // namespace agentc

#endif
