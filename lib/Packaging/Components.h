#ifndef AGENTC_LIB_PACKAGING_COMPONENTS_H
#define AGENTC_LIB_PACKAGING_COMPONENTS_H

#include "agentc/Bundle/Manifest.h"

#include <map>
#include <set>

namespace agentc {

/// The place where a component was seen, and how surely that identifies the component.
struct ComponentEvidence {
  enum class Source {
    LockFile,   ///< an entry of npm's lock file
    Folder,     ///< its own `package.json` below `node_modules`
    SourceMap,  ///< a source that a map names
    PathNote,   ///< a path that a bundler noted in a comment or key
    Banner,     ///< a licence's comment
    Declaration ///< only the manifest asks for it
  };
  Source source;
  std::string file;
  auto operator<=>(const ComponentEvidence &) const = default;
};

/// A package that a bundle needs or contains.
struct Component {
  std::string name;
  std::string version; ///< empty if nothing says it
  std::string license, integrity;
  bool isRequired = false; ///< by something that is not an optional dependency
  std::string range;       ///< what the manifest asks for, where nothing says which version that is
  std::set<ComponentEvidence> evidence;
  std::set<std::pair<std::string, std::string>> needs; ///< names and versions of components
};

/// All components by name and version.
struct Components {
  std::map<std::pair<std::string, std::string>, Component> list;
  std::set<std::pair<std::string, std::string>> needs; ///< what the bundle itself asks for
  std::string lockFile;                                ///< empty if there is none
  bool isLockRead = false;
  size_t leftOut = 0; ///< entries beyond the bounds: too many, or without a name npm would accept
};

/// The components of a bundle's sealed files: of its lock file all but development's, of
/// `node_modules` what is sealed, and of what was bundled into its sources as much as maps, path
/// comments and banners say.
Components collectComponents(const FileTree &files, const Manifest &manifest);

} // namespace agentc

#endif
