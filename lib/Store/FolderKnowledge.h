#ifndef AGENTC_LIB_STORE_FOLDERKNOWLEDGE_H
#define AGENTC_LIB_STORE_FOLDERKNOWLEDGE_H

#include "agentc/Store/Knowledge.h"

namespace agentc::store {

/// A copy of knowledge that is kept elsewhere: a database in a folder that begins empty each time
/// that it is opened, and whose changes wait for no disk.
llvm::Expected<std::unique_ptr<Knowledge>> openKnowledgeCopy(llvm::StringRef folder);

} // namespace agentc::store

#endif
