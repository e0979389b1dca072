#ifndef AGENTC_LIB_DRIVER_SHARING_OPENREPOSITORY_H
#define AGENTC_LIB_DRIVER_SHARING_OPENREPOSITORY_H

#include "Flags/Options.h"

#include "agentc/Oci/Repository.h"

namespace agentc {

/// The registry or layout of a reference, as `--allow-private`, `--resolve`, `--ca` and
/// `--chunk-size` say; to push, or to pull only.
llvm::Expected<std::unique_ptr<oci::Repository>>
openRepository(DriverEnv &env, const llvm::opt::InputArgList &arguments,
               const oci::Reference &reference, bool writes);

/// Prints an UntrustedContent with what follows from it (`nothing is kept`), which is exit code 1;
/// other Errors stay.
llvm::Expected<int> reportUntrusted(DriverEnv &env, llvm::Expected<int> code,
                                    llvm::StringRef consequence);

} // namespace agentc

#endif
