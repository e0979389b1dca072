#ifndef AGENTC_OCI_ARTIFACT_H
#define AGENTC_OCI_ARTIFACT_H

#include "agentc/Oci/Repository.h"

namespace agentc::oci {

/// A file with its meaning for whoever lists artifacts.
struct ArtifactFile {
  std::string artifactType; ///< of the manifest
  std::string mediaType;    ///< of the one layer
  std::string name;         ///< as `oras pull` would write it; may be empty
  std::string bytes;
};

/// A file as a manifest with one layer (OCI image specification 1.1, "Guidelines for Artifact
/// Usage"), with other files that refer to it.
struct Artifact {
  ArtifactFile file;
  Annotations annotations;
  std::vector<ArtifactFile> attached;
};

/// The manifest of a file, and its bytes.
struct PlannedManifest {
  const ArtifactFile *file;
  Descriptor manifest, layer;
  std::string text;
};

/// Everything that is to be there when an artifact is. Equal artifacts give equal bytes.
struct ArtifactPlan {
  PlannedManifest main;
  std::vector<PlannedManifest> attached; ///< their subject is `main`
};

/// Plans an artifact, whose files the plan points at.
ArtifactPlan planArtifact(const Artifact &artifact);

/// The work done by a push, for people.
struct PushedBlobs {
  size_t sent = 0, known = 0; ///< blobs
  uint64_t sentBytes = 0;
};

/// Pushes what is not there yet: blobs, then manifests, the tag last, so that whoever sees it sees
/// everything.
llvm::Expected<PushedBlobs> pushArtifact(Repository &repository, const ArtifactPlan &plan,
                                         llvm::StringRef tag);

/// The file that is expected, and how large it may be.
struct ExpectedFile {
  llvm::StringRef artifactType, mediaType;
  uint64_t maxBytes;
};

/// A file whose bytes are those that its manifest's digest stands for.
struct PulledFile {
  Descriptor manifest;
  std::string bytes;
  std::string manifestText;
};

/// The layer of a manifest that holds the file which is expected, and nothing else; an Error is an
/// UntrustedContent that calls the manifest `what`.
llvm::Expected<Descriptor> layerOf(llvm::StringRef manifestText, const ExpectedFile &expected,
                                   const llvm::Twine &what);

/// Reads the file that a reference's digest, or else its tag, leads to. An Error is an
/// UntrustedContent for anything that does not fit its digest, size or types.
llvm::Expected<PulledFile> pullArtifact(Repository &repository, const Reference &reference,
                                        const ExpectedFile &expected);

/// Reads the files attached to a manifest, likewise; more than a few are not read but refused.
llvm::Expected<std::vector<PulledFile>>
pullAttached(Repository &repository, const Descriptor &subject, const ExpectedFile &expected);

} // namespace agentc::oci

#endif
