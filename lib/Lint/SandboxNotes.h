#ifndef AGENTC_LIB_LINT_SANDBOXNOTES_H
#define AGENTC_LIB_LINT_SANDBOXNOTES_H

#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Support/FileTree.h"

namespace agentc {

/// Of a tree that is not a bundle: what the sandbox would not give its code becomes one note for
/// each package, at its package.json, which says for each rule how many places there are and what
/// they name. Waived findings and those that settings made more than notes stay as they are.
void gatherSandboxNotes(const FileTree &files, DiagnosticList &diagnostics);

} // namespace agentc

#endif
