#ifndef AGENTC_LIB_DRIVER_FLAGS_BASELINEFLAGS_H
#define AGENTC_LIB_DRIVER_FLAGS_BASELINEFLAGS_H

#include "Options.h"

#include "agentc/Check/Waive.h"
#include "agentc/Diagnostics/Renderers.h"

namespace agentc {

/// The values of `--baseline` and `--write-baseline`.
struct BaselineFlags {
  std::optional<Baseline> known;
  std::optional<std::string> newFile; ///< the file to write one to
};

/// Reads the flags and the file that is known.
llvm::Expected<BaselineFlags> readBaselineFlags(DriverEnv &env,
                                                const llvm::opt::InputArgList &arguments);

/// Writes what a baseline can hide and nothing else did, and counts it as known from then on.
llvm::Error writeNewBaseline(llvm::StringRef file, Severity failOn,
                             std::vector<BundleResult> &results);

} // namespace agentc

#endif
