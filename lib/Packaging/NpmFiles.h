#ifndef AGENTC_LIB_PACKAGING_NPMFILES_H
#define AGENTC_LIB_PACKAGING_NPMFILES_H

#include "agentc/Bundle/Manifest.h"

#include <set>

namespace agentc {

/// The paths that `npm pack` would take (npm's documentation of package.json, `files`, and of
/// developers, "keeping files out of your package"): `files` and the ignore files of each folder,
/// what is always taken and what never is. Unlike npm, `node_modules` is left out at every depth,
/// and so are packages of the bundle under their default names. An unreasonable number of patterns
/// is reported, and those beyond are not looked at.
std::set<std::string, std::less<>> npmFiles(const FileTree &files, const Manifest &manifest,
                                            DiagnosticList &diagnostics);

} // namespace agentc

#endif
