#ifndef AGENTC_CALLS_GRANT_H
#define AGENTC_CALLS_GRANT_H

#include "agentc/Access/Access.h"
#include "agentc/Bundle/ManifestSecrets.h"
#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include <map>

namespace agentc {

/// The flags for how granted hosts may be reached.
struct NetworkOptions {
  bool privateAddresses = false;
  std::vector<std::string> resolve; ///< `HOST:PORT:ADDRESS`
  std::string authorities;          ///< PEM
};

/// Puts them into what a call is granted.
void apply(const NetworkOptions &options, Grant &grant);

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
  std::map<std::string, std::string> secrets; ///< read from files, by their names
  std::optional<std::string> data;            ///< a folder of the host that outlives the call
  NetworkOptions network;
  bool slice = false; ///< only what the tool needs of the bundle
};

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

/// The value that a flag or the environment gives a secret of the manifest; std::nullopt if neither
/// does.
std::optional<std::string> valueOfSecret(const DriverEnv &env, const ManifestSecret &secret,
                                         const RunOptions &options);

/// An Error if a value is given that no secret can have.
llvm::Error checkSecrets(const DriverEnv &env, const ManifestSecrets &secrets,
                         const RunOptions &options);
/// An Error if a flag gives the value of a secret that none of the manifests has.
llvm::Error checkSecretNames(const RunOptions &options, llvm::ArrayRef<ManifestSecrets> manifests);

/// Decides the grant of a call: the manifest's allowance, cut down to the reach of `access` and
/// `topLevel`, and the grants that flags make by themselves. A null `access` was not inferred.
GrantDecision decideGrant(const DriverEnv &env, const Manifest &manifest,
                          const ManifestSecrets &secrets, const ToolAccess *access,
                          const ToolAccess &topLevel, const RunOptions &options);

} // namespace agentc

#endif
