#ifndef AGENTC_LIB_SYNTAX_GRAMMAR_SYNTAXERRORS_H
#define AGENTC_LIB_SYNTAX_GRAMMAR_SYNTAXERRORS_H

#include "Parser.h"
#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Syntax/Ast.h"

namespace agentc {

/// Reports the places where a text that did not parse goes wrong, ten of them at most; false if
/// none was found. `parsed` has no tree where parsing took too long.
bool reportSyntaxErrors(const ast::Module &module, const Grammar &grammar, llvm::StringRef text,
                        const ParsedText &parsed, DiagnosticList &diagnostics);

/// Says that a source needs more than `maxParseBytes`, and where that was seen.
void reportTooLarge(ast::Module &module, uint32_t offset, DiagnosticList &diagnostics);

} // namespace agentc

#endif
