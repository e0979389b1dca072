#ifndef AGENTC_DRIVER_DRIVER_H
#define AGENTC_DRIVER_DRIVER_H

#include "agentc/CommandLine/DriverEnv.h"

#include "llvm/ADT/ArrayRef.h"

namespace agentc {

/// Exit codes: what SPEC section 3 promises.
enum ExitCode : int { ExitClean = 0, ExitFindings = 1, ExitUsage = 2 };

/// Runs one command line (without the program's name) and returns its exit code. Prints to the
/// environment's streams only.
int runDriver(DriverEnv &env, llvm::ArrayRef<const char *> arguments);

/// The body of a program's `main`: the process's own environment, and standard output closed early
/// changes no exit code. `subcommand`, if not empty, stands before the arguments.
int driverMain(int argc, const char *const *argv, const char *subcommand = "");

} // namespace agentc

#endif
