#ifndef AGENTC_PIPELINE_OUTERIGNOREFILES_H
#define AGENTC_PIPELINE_OUTERIGNOREFILES_H

#include "agentc/Bundle/Bundle.h"
#include "agentc/CommandLine/DriverEnv.h"

namespace agentc {

/// The `.gitignore` files above a folder, up to the top of the git repository that it stands in,
/// and what `agentc.json` files there ignore; outside of a repository only those of `agentc.json`.
std::vector<OuterIgnoreFile> findOuterIgnoreFiles(const DriverEnv &env, llvm::StringRef folder);

} // namespace agentc

#endif
