#ifndef AGENTC_LIB_DRIVER_SERVING_SERVEDPACKAGE_H
#define AGENTC_LIB_DRIVER_SERVING_SERVEDPACKAGE_H

#include "Flags/RunOptions.h"

#include "agentc/Mcp/Offer.h"
#include "agentc/Packaging/Signature.h"

namespace agentc {

/// The demands on the packages that are served.
struct ServingDemands {
  std::vector<PublicKey> keys;      ///< one must have signed; empty: unsigned will do
  std::vector<std::string> digests; ///< of the bundle, one of them; empty: any
  /// Data folders are granted without a place on the host; whoever makes the calls names it.
  bool leavesDataOpen = false;
};

/// A package that may be served: judged, with the calls of its tools prepared.
struct ServedPackage {
  std::string name, version, digest;
  bool isSealed = false;
  std::string imageLine, imageDigest; ///< as `sendAhead` gives them
  std::vector<OfferedTool> tools;
  std::optional<OfferedMethods> methods;
  ManifestSecrets secrets;              ///< of its manifest
  std::optional<OfferedTool> entry;     ///< the call that names no tool
  std::vector<std::string> environment; ///< names that its tools may read
};

/// Reads a package, which must be what is sealed in it and meet the demands; or a bundle that is
/// not sealed, as `run` reads it. std::nullopt after printing why it may not be served.
llvm::Expected<std::optional<ServedPackage>>
readServed(DriverEnv &env, const CommonOptions &options, const RunOptions &flags,
           const ServingDemands &demands, llvm::StringRef path);

} // namespace agentc

#endif
