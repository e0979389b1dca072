#ifndef AGENTC_LIB_DRIVER_RUNOPTIONS_H
#define AGENTC_LIB_DRIVER_RUNOPTIONS_H

#include "NetworkOptions.h"
#include "Options.h"

#include "agentc/Analysis/Access.h"
#include "agentc/ToolProtocol/ToolProcess.h"

namespace agentc {

/// The flags of a call.
struct RunOptions {
  std::optional<std::string> tool;
  std::string input = "{}"; ///< JSON text
  /// Of the `tool_use` block that the input was; it is answered by a `tool_result`.
  std::optional<std::string> toolUseId;
  CallContext context;
  std::string platform; ///< JSON text; empty: what is embedded
  bool streamEvents =
      false; ///< lines of JSON on standard output: events as they happen, the report
  std::optional<uint64_t> wallMs, cpuMs, memoryBytes;
  std::vector<std::string> hosts, environment, modules; ///< granted by flags
  bool grantManifest = false;
  std::vector<FileGrant> files;
  std::optional<std::string> data; ///< a folder of the host that outlives the call
  NetworkOptions network;
  bool slice = false; ///< only what the tool needs of the bundle
};

/// Reads the flags and the files that they name; input that is not JSON is an Error with its place.
llvm::Expected<RunOptions> readRunOptions(DriverEnv &env, const llvm::opt::InputArgList &arguments);

/// Promises whose the bundle at a path is before it is opened: a registry's, if it looks like an
/// archive and `--trust` doesn't say otherwise.
Trust expectedTrust(const CommonOptions &options, llvm::StringRef path);
/// The sandbox of a bundle of that trust: a registry's gets no machine code without `--allow-jit`.
SandboxFlags readSandboxFlags(Trust trust, const llvm::opt::InputArgList &arguments);

/// Why a call was granted what it was.
enum class GrantBasis {
  Inferred,   ///< what the manifest allows and the code reaches
  Manifest,   ///< all that the manifest allows, by `--grant=manifest`
  Unanalyzed, ///< all that the manifest allows, because inference lost the trail
};

struct GrantDecision {
  Grant grant;
  GrantBasis basis = GrantBasis::Inferred;
};

/// What a call may use: the manifest's allowance, cut down to what `access` and `topLevel` reach,
/// and what flags grant by themselves. A null `access` was not inferred.
GrantDecision decideGrant(const DriverEnv &env, const Manifest &manifest, const ToolAccess *access,
                          const ToolAccess &topLevel, const RunOptions &options);

} // namespace agentc

#endif
