#include "PackageArtifact.h"

#include "agentc/Packaging/SealedPaths.h"

namespace agentc {

namespace {

constexpr llvm::StringLiteral packageType = "application/vnd.agentc.package.v1";
constexpr llvm::StringLiteral packageMediaType = "application/vnd.agentc.package.v1+zip";
constexpr llvm::StringLiteral attestationType = "application/vnd.agentc.attestation.v1";
constexpr llvm::StringLiteral envelopeMediaType = "application/vnd.dsse.envelope.v1+json";
/// As other programs name such lists, so that scanners find it.
constexpr llvm::StringLiteral sbomType = "application/vnd.cyclonedx+json";
constexpr llvm::StringLiteral versionAnnotation = "org.opencontainers.image.version";
constexpr llvm::StringLiteral digestAnnotation = "agentc.bundle.digest";
constexpr uint64_t maxEnvelopeBytes = 1 << 20;

void attach(const FileTree &files, llvm::StringRef path, llvm::StringRef artifactType,
            llvm::StringRef mediaType, oci::Artifact &artifact) {
  if (const File *file = files.find(path))
    artifact.attached.push_back(
        {artifactType.str(), mediaType.str(), path.rsplit('/').second.str(), file->bytes});
}

} // namespace

oci::Artifact packageArtifact(const Compilation &verified, std::string bytes) {
  const Manifest &manifest = *verified.manifest;
  const PackagePlan &plan = *verified.plan;
  oci::Artifact artifact;
  artifact.file = {packageType.str(), packageMediaType.str(), plan.fileName, std::move(bytes)};
  artifact.annotations[digestAnnotation.str()] = plan.digest;
  if (manifest.name)
    artifact.annotations[oci::titleAnnotation.str()] = manifest.name->text;
  if (manifest.version)
    artifact.annotations[versionAnnotation.str()] = manifest.version->text;
  const FileTree &files = *verified.packageFiles;
  attach(files, attestationPath, attestationType, envelopeMediaType, artifact);
  attach(files, sbomPath, sbomType, sbomType, artifact);
  return artifact;
}

llvm::Expected<oci::PulledFile> pullPackage(oci::Repository &repository,
                                            const oci::Reference &reference, uint64_t maxBytes) {
  return oci::pullArtifact(repository, reference, {packageType, packageMediaType, maxBytes});
}

llvm::Expected<oci::Descriptor> packageLayer(llvm::StringRef manifestText, uint64_t maxBytes) {
  return oci::layerOf(manifestText, {packageType, packageMediaType, maxBytes}, "the manifest");
}

llvm::Error compareSignatures(oci::Repository &repository, const oci::Descriptor &manifest,
                              const FileTree &packageFiles) {
  llvm::Expected<std::vector<oci::PulledFile>> listed = oci::pullAttached(
      repository, manifest, {attestationType, envelopeMediaType, maxEnvelopeBytes});
  if (!listed)
    return listed.takeError();
  const File *sealed = packageFiles.find(attestationPath);
  for (const oci::PulledFile &each : *listed)
    if (!sealed || each.bytes != sealed->bytes)
      return oci::untrusted("the signature " + each.manifest.digest +
                            " that is listed for the package is not the one in it");
  return llvm::Error::success();
}

} // namespace agentc
