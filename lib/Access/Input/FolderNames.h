#ifndef AGENTC_LIB_ACCESS_INPUT_FOLDERNAMES_H
#define AGENTC_LIB_ACCESS_INPUT_FOLDERNAMES_H

#include "agentc/Values/Values.h"

namespace agentc {

/// True if a function takes a name's slashes away, and leaves `..` as it is.
bool leavesDots(llvm::StringRef path);

/// True if the last node of a way, which begins with a file's path, is the whole name of a folder
/// in it, so that `..` there leads out.
bool isFolderName(const Values &values, llvm::ArrayRef<const ast::Node *> way);

} // namespace agentc

#endif
