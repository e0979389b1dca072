#ifndef AGENTC_LIB_SYNTAX_JSON_H
#define AGENTC_LIB_SYNTAX_JSON_H

#include "Grammar/Grammar.h"
#include "agentc/Diagnostics/Diagnostic.h"

namespace agentc {

/// Reads a JSON text (RFC 8259) into the module.
void parseJsonModule(ast::Module &module, DiagnosticList &diagnostics);

} // namespace agentc

#endif
