#ifndef AGENTC_LIB_DRIVER_DUMP_H
#define AGENTC_LIB_DRIVER_DUMP_H

#include "BundleReport.h"

namespace agentc {

/// The stage whose value `--dump=NAME` prints; std::nullopt if the flag isn't there, an Error if no
/// stage has that name.
llvm::Expected<std::optional<Stage>> readDumpStage(const llvm::opt::InputArgList &arguments);

/// Compiles up to a stage and prints its value; what was reported up to there goes to standard
/// error. The exit code is 1 only if the bundle could not be opened.
llvm::Expected<int> dumpStage(DriverEnv &env, const CommonOptions &options, PipelineRequest request,
                              Stage stage);

} // namespace agentc

#endif
