#ifndef AGENTC_OCI_REPOSITORY_H
#define AGENTC_OCI_REPOSITORY_H

#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Net/HttpClient.h"
#include "agentc/Oci/Manifest.h"
#include "agentc/Oci/Reference.h"

#include <memory>

namespace agentc::oci {

/// A manifest or index as it came.
struct StoredManifest {
  std::string mediaType; ///< by the repository's word
  std::string bytes;
};

/// A place that holds manifests and blobs by their digests. What it gives is bounded in size and
/// otherwise unchecked: whoever reads compares digests (`Artifact.h` does). An Error is an
/// UntrustedContent, or something that failed.
class Repository {
public:
  virtual ~Repository();

  /// The manifest of a tag or digest; std::nullopt if there is none.
  virtual llvm::Expected<std::optional<StoredManifest>>
  findManifest(llvm::StringRef tagOrDigest) = 0;
  /// Content of at most the descriptor's size.
  virtual llvm::Expected<std::string> readBlob(const Descriptor &blob) = 0;
  virtual llvm::Expected<bool> hasBlob(const Descriptor &blob) = 0;
  /// The manifests that name this one as their subject, of an artifact type.
  virtual llvm::Expected<std::vector<Descriptor>> referrers(const Descriptor &subject,
                                                            llvm::StringRef artifactType) = 0;

  virtual llvm::Error writeBlob(const Descriptor &blob, llvm::StringRef bytes) = 0;
  /// Stores a manifest whose blobs are there, without a tag.
  virtual llvm::Error writeManifest(const Descriptor &manifest, llvm::StringRef bytes) = 0;
  /// The same, listed among its subject's referrers.
  virtual llvm::Error writeReferrer(const Descriptor &subject, const Descriptor &manifest,
                                    llvm::StringRef bytes) = 0;
  /// Lets a tag lead to a manifest that is there.
  virtual llvm::Error tag(const Descriptor &manifest, llvm::StringRef bytes,
                          llvm::StringRef tag) = 0;
};

/// The wishes for a connection to a registry.
struct RegistryOptions {
  /// Hosts that the registry leads to may be on this machine and on local networks although the
  /// registry is not.
  bool allowPrivate = false;
  std::vector<ResolvedHost> resolved;
  std::string authorities;        ///< PEM, trusted beside the system's
  bool writes = false;            ///< the right to push is asked for, too
  uint64_t chunkBytes = 32 << 20; ///< larger blobs are uploaded in parts of this size
};

/// A repository of a registry by the distribution specification 1.1, asked over https; over http
/// only on this machine (`localhost`, 127.0.0.0/8). Credentials come from the user's Docker
/// settings when the registry asks for some. Keeps `env`.
llvm::Expected<std::unique_ptr<Repository>> openRegistry(DriverEnv &env, const Reference &reference,
                                                         const RegistryOptions &options);

/// An image layout (OCI image specification 1.1) in a folder, which is made where it is missing and
/// `writes` says so.
llvm::Expected<std::unique_ptr<Repository>> openLayout(const Reference &reference, bool writes);

} // namespace agentc::oci

#endif
