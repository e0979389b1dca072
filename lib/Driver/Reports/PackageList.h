#ifndef AGENTC_LIB_DRIVER_REPORTS_PACKAGELIST_H
#define AGENTC_LIB_DRIVER_REPORTS_PACKAGELIST_H

#include "Flags/Options.h"

#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

/// `package --list`: the files of a bundle's plan, each with its size and why it is there.
llvm::Expected<int> listContents(DriverEnv &env, const CommonOptions &options,
                                 const Compilation &compilation, const PackagePlan &plan);

} // namespace agentc

#endif
