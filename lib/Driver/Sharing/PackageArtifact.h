#ifndef AGENTC_LIB_DRIVER_SHARING_PACKAGEARTIFACT_H
#define AGENTC_LIB_DRIVER_SHARING_PACKAGEARTIFACT_H

#include "agentc/Oci/Artifact.h"
#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

/// A package as registries keep it: the archive as the one layer, its signature and its list of
/// components as referrers, with the bytes that they have in the package. docs/packages.md has the
/// media types.
oci::Artifact packageArtifact(const Compilation &verified, std::string bytes);

/// Pulls the bytes of a package of at most so many.
llvm::Expected<oci::PulledFile> pullPackage(oci::Repository &repository,
                                            const oci::Reference &reference, uint64_t maxBytes);

/// The layer of a package's manifest; an Error is an UntrustedContent.
llvm::Expected<oci::Descriptor> packageLayer(llvm::StringRef manifestText, uint64_t maxBytes);

/// Compares each signature that a repository lists for a package with the one in the package; an
/// Error is an UntrustedContent if one is another.
llvm::Error compareSignatures(oci::Repository &repository, const oci::Descriptor &manifest,
                              const FileTree &packageFiles);

} // namespace agentc

#endif
