#ifndef AGENTC_LIB_LINT_RENAMES_H
#define AGENTC_LIB_LINT_RENAMES_H

#include "agentc/Support/FileTree.h"

#include <map>

namespace agentc {

/// The files that were renamed between two states of a tree, by their new names: files that are new
/// there and have at least half of their lines of one that is gone, as git tells renames; each old
/// file once, the most similar first. Of very many new and gone files only those with the same
/// bytes are found.
std::map<std::string, std::string> renamedFiles(const FileTree &now, const FileTree &before);

} // namespace agentc

#endif
