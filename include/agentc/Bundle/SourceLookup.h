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

/// The source that `path`, which a build would write, comes from: `dist/a.js` and `dist/esm/a.js`
/// of a package stand for its `src/a.ts`. Bundlers' settings are code, so that where they write is
/// known by custom only.
std::optional<std::string> findUnbuiltSource(const FileTree &files, llvm::StringRef packageFolder,
                                             llvm::StringRef path);

} // namespace agentc

#endif
