#ifndef AGENTC_LIB_DRIVER_FLAGS_RUNOPTIONS_H
#define AGENTC_LIB_DRIVER_FLAGS_RUNOPTIONS_H

#include "OptionIds.h"
#include "Options.h"

#include "agentc/Calls/Grant.h"
#include "agentc/ToolProtocol/ToolProcess.h"

namespace agentc {

/// Reads the flags and the files that they name; input that is not JSON is an Error with its place.
llvm::Expected<RunOptions> readRunOptions(DriverEnv &env, const llvm::opt::InputArgList &arguments);

/// Sets a time that a flag says, `500`, `500ms` or `5s`, from a millisecond to an hour.
llvm::Error readMilliseconds(const llvm::opt::InputArgList &arguments, OptionId id,
                             std::optional<uint64_t> &result);

/// Promises whose the bundle at a path is before it is opened: a registry's, if it looks like an
/// archive and `--trust` doesn't say otherwise.
Trust expectedTrust(const CommonOptions &options, llvm::StringRef path);
/// The sandbox of a bundle of that trust: a registry's gets no machine code without `--allow-jit`.
SandboxFlags readSandboxFlags(Trust trust, const llvm::opt::InputArgList &arguments);

} // namespace agentc

#endif
