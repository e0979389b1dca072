#ifndef AGENTC_CHECK_DEPENDENCYFINDINGS_H
#define AGENTC_CHECK_DEPENDENCYFINDINGS_H

#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Support/FileTree.h"

namespace agentc {

/// The folder of the installed package that a file belongs to; empty if it is none's.
llvm::StringRef packageFolderOf(llvm::StringRef file);

/// Says what was found in installed packages by package: of each rule one finding with the number
/// of its places, the first of them as notes. In code there that neither a tool or handler nor
/// loading reaches, a finding is at most a note.
void groupByPackage(const FileTree &files, DiagnosticList &list);

} // namespace agentc

#endif
