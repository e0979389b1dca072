#ifndef AGENTC_LIB_DRIVER_SHARING_FETCHEDPACKAGE_H
#define AGENTC_LIB_DRIVER_SHARING_FETCHEDPACKAGE_H

#include "Flags/Options.h"

#include "agentc/Cache/PackageCache.h"
#include "agentc/Oci/Artifact.h"
#include "agentc/Packaging/Signature.h"
#include "agentc/Pipeline/BundleFindings.h"

namespace agentc {

/// A package as it came from a registry or layout, with `verify`'s verdict, which may be bad.
struct FetchedPackage {
  oci::PulledFile file;
  BundleResult result;
};

/// Reads a reference that says which package is meant, by a tag or digest.
llvm::Expected<oci::Reference> readPinnedReference(llvm::StringRef text);

/// Fetches a package and verifies it; if it verifies, the signatures that are listed for it are
/// compared with its own. An Error may be an UntrustedContent.
llvm::Expected<FetchedPackage>
fetchPackage(DriverEnv &env, const llvm::opt::InputArgList &arguments, const CommonOptions &options,
             const oci::Reference &reference, llvm::ArrayRef<PublicKey> keys,
             Compilation &compilation);

/// The cache that `--cache-dir`, or else the environment names.
llvm::Expected<PackageCache> openPackageCache(const DriverEnv &env,
                                              const llvm::opt::InputArgList &arguments);

/// A package in the cache.
struct CachedPackage {
  std::string path;
  std::string digest; ///< of its bytes, 64 hexadecimal digits
  bool wasKnown = false;
};

/// Finds the package of a reference in the cache, or fetches it, and keeps it if it verifies. One
/// that is named by its digest and was kept is not asked for again. std::nullopt after printing why
/// it is not to be believed.
llvm::Expected<std::optional<CachedPackage>>
keepPackage(DriverEnv &env, const llvm::opt::InputArgList &arguments, const CommonOptions &options,
            const PackageCache &cache, llvm::StringRef reference);

/// The path of an input: for `oci:…`, that of the package in the user's cache. std::nullopt after
/// printing why the package is not to be believed.
llvm::Expected<std::optional<std::string>> localPath(DriverEnv &env,
                                                     const llvm::opt::InputArgList &arguments,
                                                     const CommonOptions &options,
                                                     const std::string &input);

} // namespace agentc

#endif
