#ifndef AGENTC_LIB_SYNTAX_AMBIGUITY_H
#define AGENTC_LIB_SYNTAX_AMBIGUITY_H

#include "Parser.h"
#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Syntax/Ast.h"

namespace agentc {

/// Reports line ends and HTML-like comments that tree-sitter and V8 may read differently. Costs
/// a scan of the bytes, and a walk of the leaves where there is something to judge.
void reportAmbiguousText(const ast::Module &module, const Grammar &grammar, TSTree *tree,
                         DiagnosticList &diagnostics);

} // namespace agentc

#endif
