#ifndef AGENTC_LIB_STORE_FOLDERKNOWLEDGE_H
#define AGENTC_LIB_STORE_FOLDERKNOWLEDGE_H

#include "agentc/Store/Knowledge.h"

namespace agentc::store {

/// A copy of knowledge whose original is elsewhere: a database in a folder, emptied whenever it is
/// opened, whose changes do not wait for the disk.
llvm::Expected<std::unique_ptr<Knowledge>> openKnowledgeCopy(llvm::StringRef folder);

} // namespace agentc::store

#endif
