#ifndef AGENTC_LIB_BUNDLE_FILES_SOURCETREE_H
#define AGENTC_LIB_BUNDLE_FILES_SOURCETREE_H

#include "agentc/Support/FileTree.h"

namespace agentc {

/// The files of a source tree without what was built from others of them: `a.js` beside `a.ts`, and
/// the folders `dist` of a package that has other sources than tests, tools' settings and, if its
/// manifest offers what is in `dist`, the scripts that the manifest starts.
FileTree withoutBuildOutput(const FileTree &files);

} // namespace agentc

#endif
