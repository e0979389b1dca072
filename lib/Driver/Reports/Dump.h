#ifndef AGENTC_LIB_DRIVER_REPORTS_DUMP_H
#define AGENTC_LIB_DRIVER_REPORTS_DUMP_H

#include "BundleReport.h"

namespace agentc {

/// One value of `--dump=NAME`, and how to print it.
struct Dump;

/// The stages that a user can be shown; others are for tests.
std::vector<std::string> dumpNames();

/// Returns the dump that `--dump=NAME` asks for; null without the flag, an Error if no dump has
/// that name.
llvm::Expected<const Dump *> readDump(const llvm::opt::InputArgList &arguments);

/// Compiles up to a stage and prints its value; what was reported up to there goes to standard
/// error. The exit code is 1 only if the bundle could not be opened.
llvm::Expected<int> dumpStage(DriverEnv &env, const CommonOptions &options, PipelineRequest request,
                              const Dump &dump);

} // namespace agentc

#endif
