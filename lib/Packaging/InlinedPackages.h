#ifndef AGENTC_LIB_PACKAGING_INLINEDPACKAGES_H
#define AGENTC_LIB_PACKAGING_INLINEDPACKAGES_H

#include "Components.h"

namespace agentc {

/// A package that a bundler copied into a file, as far as the file says so.
struct InlinedPackage {
  std::string path; ///< `node_modules/a/node_modules/b`, where a path was noted
  std::string name;
  std::string version; ///< empty if nothing says it
  ComponentEvidence::Source source;
  auto operator<=>(const InlinedPackage &) const = default;
};

/// The packages that a source (its comments and, if it has one inside, its map) or a source map
/// names; in time linear in the file.
std::set<InlinedPackage> inlinedPackages(const File &file);

} // namespace agentc

#endif
