#ifndef AGENTC_LIB_DRIVER_PACKAGELIST_H
#define AGENTC_LIB_DRIVER_PACKAGELIST_H

#include "Options.h"
#include "Pipeline.h"

namespace agentc {

/// `package --list`: the files of a bundle's plan, each with its size and why it is there.
llvm::Expected<int> listContents(DriverEnv &env, const CommonOptions &options,
                                 const Compilation &compilation, const PackagePlan &plan);

} // namespace agentc

#endif
