#ifndef AGENTC_BUNDLE_SOURCELOOKUP_H
#define AGENTC_BUNDLE_SOURCELOOKUP_H

#include "agentc/Support/FileTree.h"

namespace agentc {

/// The file that a written path means: itself, or its twin, since TypeScript and manifests name the
/// JavaScript that a source becomes, and a sealed package holds what a source became (`./a.js` for
/// `a.ts`).
std::optional<std::string> findWrittenFile(const FileTree &files, llvm::StringRef path);

/// The first file that a path without extension means: `.js`, `.mjs`, `.cjs`, then TypeScript's and
/// JSX, then, where it is asked for, `.json`.
std::optional<std::string> findByExtension(const FileTree &files, llvm::StringRef path,
                                           bool alsoJson);

} // namespace agentc

#endif
