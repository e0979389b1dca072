#ifndef AGENTC_LIB_DRIVER_PACKAGELIST_H
#define AGENTC_LIB_DRIVER_PACKAGELIST_H

#include "Options.h"
#include "Pipeline.h"

namespace agentc {

/// `package --list`: the files that a bundle would be sealed as, each with its size and why it is
/// there, also of a bundle that is refused.
llvm::Expected<int> listContents(DriverEnv &env, const CommonOptions &options,
                                 const Compilation &compilation);

} // namespace agentc

#endif
