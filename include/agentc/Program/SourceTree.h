#ifndef AGENTC_PROGRAM_SOURCETREE_H
#define AGENTC_PROGRAM_SOURCETREE_H

#include "agentc/Bundle/Bundle.h"

namespace agentc {

/// Makes a source tree's forest what extraction reads: a module with syntax errors gives nothing,
/// since what a parser guessed is not certain, and what modules import, or require by a text in
/// place, is parsed where it was not selected. Leaves the forest of a bundle as it is.
void completeSourceTree(ast::Forest &forest, const Bundle &bundle, DiagnosticList &diagnostics);

} // namespace agentc

#endif
