#ifndef AGENTC_LIB_LANGUAGESERVER_ROUND_H
#define AGENTC_LIB_LANGUAGESERVER_ROUND_H

#include "World.h"

namespace agentc::lsp {

/// The files that changed since the units were read last.
struct Changes {
  bool isAll = true;           ///< whatever may have changed
  std::set<std::string> paths; ///< real ones of sources, if it is not all
};

/// Reads the world and checks the units in which something changed, as `agentc lint` checks its
/// folders, with the texts of open documents. Returns
/// `{"units": [{"root", "isAgent", "imports": {NAME: [NAME]}, "files": {PATH: …}}], "failures":
/// […]}`; a unit that is as it was has `root` alone. `known` are the units whose last answer is
/// still there. Moves to another working folder.
Json checkWorld(DriverEnv &env, const World &world, const Changes &changes,
                const std::set<std::string> &known);

/// Checks a source of a unit, as `checkWorld` returned it before, with no more than what it imports
/// and the manifests around it: at once, but not to the end. What other files make of it is not
/// seen. Returns what `files` of the unit says of the source.
Json checkNeighbours(DriverEnv &env, const World &world, const Json &unit, const std::string &path);

} // namespace agentc::lsp

#endif
