#include "agentc/Oci/Artifact.h"

#include "agentc/Support/Text.h"

namespace agentc::oci {

namespace {

/// One signature is usual, a few are plausible; a thousand would only keep a reader busy.
constexpr size_t maxAttached = 16;

PlannedManifest planFile(const ArtifactFile &file, const Annotations &annotations,
                         const Descriptor *subject) {
  PlannedManifest planned;
  planned.file = &file;
  planned.layer = Descriptor::of(file.bytes, file.mediaType);
  if (!file.name.empty())
    planned.layer.annotations[titleAnnotation.str()] = file.name;
  Manifest manifest;
  manifest.artifactType = file.artifactType;
  manifest.config = Descriptor::of(emptyBlob, emptyType);
  manifest.layers = {planned.layer};
  manifest.annotations = annotations;
  if (subject)
    manifest.subject = Descriptor{subject->mediaType, subject->digest, subject->size, "", {}};
  planned.text = printManifest(manifest);
  planned.manifest = Descriptor::of(planned.text, manifestType);
  planned.manifest.artifactType = file.artifactType;
  return planned;
}

llvm::Error pushBlob(Repository &repository, const Descriptor &blob, llvm::StringRef bytes,
                     PushedBlobs &pushed) {
  llvm::Expected<bool> isThere = repository.hasBlob(blob);
  if (!isThere)
    return isThere.takeError();
  if (*isThere) {
    ++pushed.known;
    return llvm::Error::success();
  }
  ++pushed.sent;
  pushed.sentBytes += blob.size;
  return repository.writeBlob(blob, bytes);
}

llvm::Error checkContent(llvm::StringRef bytes, const Descriptor &descriptor,
                         const llvm::Twine &what) {
  const Descriptor found = Descriptor::of(bytes, descriptor.mediaType);
  if (found.size != descriptor.size)
    return untrusted(what + " has " + llvm::Twine(found.size) + " bytes, not " +
                     llvm::Twine(descriptor.size));
  if (found.digest != descriptor.digest)
    return untrusted(what + " is " + found.digest + ", not " + descriptor.digest);
  return llvm::Error::success();
}

/// A manifest that was read holds the one layer that is expected, and nothing else.
llvm::Error checkShape(const Manifest &manifest, const ExpectedFile &expected,
                       const llvm::Twine &what) {
  if (manifest.artifactType != expected.artifactType)
    return untrusted(what + " is of the type `" +
                     escapeForTerminal(manifest.artifactType.empty() ? manifest.config.mediaType
                                                                     : manifest.artifactType) +
                     "`, not `" + expected.artifactType + "`");
  if (!manifest.config.sameContent(Descriptor::of(emptyBlob, emptyType)))
    return untrusted(what + " has a configuration, where there should be an empty one");
  if (manifest.layers.size() != 1)
    return untrusted(what + " has " + llvm::Twine(manifest.layers.size()) +
                     " layers, where there should be one");
  const Descriptor &layer = manifest.layers.front();
  if (layer.mediaType != expected.mediaType)
    return untrusted(what + " has a layer of the type `" + escapeForTerminal(layer.mediaType) +
                     "`, not `" + expected.mediaType + "`");
  if (layer.size > expected.maxBytes)
    return untrusted(what + " names a layer of " + llvm::Twine(layer.size) + " bytes; at most " +
                     llvm::Twine(expected.maxBytes) + " are read");
  return llvm::Error::success();
}

llvm::Expected<std::string> pullLayer(Repository &repository, const Descriptor &layer,
                                      const llvm::Twine &what) {
  llvm::Expected<std::string> bytes = repository.readBlob(layer);
  if (!bytes)
    return bytes.takeError();
  if (llvm::Error error = checkContent(*bytes, layer, "the layer of " + what))
    return error;
  return bytes;
}

llvm::Expected<PulledFile> pullAttachment(Repository &repository, const Descriptor &listed,
                                          const Descriptor &subject, const ExpectedFile &expected) {
  const std::string what = "the referrer " + listed.digest;
  llvm::Expected<std::optional<StoredManifest>> stored = repository.findManifest(listed.digest);
  if (!stored)
    return stored.takeError();
  if (!*stored || (*stored)->mediaType != manifestType || listed.mediaType != manifestType)
    return untrusted(what + " is listed, but is not there as a manifest");
  if (llvm::Error error = checkContent((*stored)->bytes, listed, what))
    return error;
  llvm::Expected<Manifest> manifest = parseManifest((*stored)->bytes);
  if (!manifest)
    return manifest.takeError();
  if (!manifest->subject || !manifest->subject->sameContent(subject))
    return untrusted(what + " is listed, but refers to something else");
  if (llvm::Error error = checkShape(*manifest, expected, what))
    return error;
  llvm::Expected<std::string> bytes = pullLayer(repository, manifest->layers.front(), what);
  if (!bytes)
    return bytes.takeError();
  return PulledFile{listed, std::move(*bytes), std::move((*stored)->bytes)};
}

} // namespace

Repository::~Repository() = default;

llvm::Expected<Descriptor> layerOf(llvm::StringRef manifestText, const ExpectedFile &expected,
                                   const llvm::Twine &what) {
  llvm::Expected<Manifest> manifest = parseManifest(manifestText);
  if (!manifest)
    return manifest.takeError();
  if (llvm::Error error = checkShape(*manifest, expected, what))
    return error;
  return std::move(manifest->layers.front());
}

ArtifactPlan planArtifact(const Artifact &artifact) {
  ArtifactPlan plan{planFile(artifact.file, artifact.annotations, nullptr), {}};
  for (const ArtifactFile &file : artifact.attached)
    plan.attached.push_back(planFile(file, {}, &plan.main.manifest));
  return plan;
}

llvm::Expected<PushedBlobs> pushArtifact(Repository &repository, const ArtifactPlan &plan,
                                         llvm::StringRef tag) {
  PushedBlobs pushed;
  if (llvm::Error error =
          pushBlob(repository, Descriptor::of(emptyBlob, emptyType), emptyBlob, pushed))
    return error;
  std::vector<const PlannedManifest *> all = {&plan.main};
  for (const PlannedManifest &each : plan.attached)
    all.push_back(&each);
  for (const PlannedManifest *each : all)
    if (llvm::Error error = pushBlob(repository, each->layer, each->file->bytes, pushed))
      return error;
  if (llvm::Error error = repository.writeManifest(plan.main.manifest, plan.main.text))
    return error;
  for (const PlannedManifest &each : plan.attached)
    if (llvm::Error error = repository.writeReferrer(plan.main.manifest, each.manifest, each.text))
      return error;
  if (llvm::Error error = repository.tag(plan.main.manifest, plan.main.text, tag))
    return error;
  return pushed;
}

llvm::Expected<PulledFile> pullArtifact(Repository &repository, const Reference &reference,
                                        const ExpectedFile &expected) {
  const std::string shown = "`" + escapeForTerminal(reference.text()) + "`";
  const std::string &name = reference.digest.empty() ? reference.tag : reference.digest;
  llvm::Expected<std::optional<StoredManifest>> stored = repository.findManifest(name);
  if (!stored)
    return stored.takeError();
  if (!*stored)
    return usageError(shown + " is not there");
  if ((*stored)->mediaType == indexType)
    return untrusted(shown + " is an index of several manifests, not a package");
  if ((*stored)->mediaType != manifestType)
    return untrusted(shown + " is of the media type `" + escapeForTerminal((*stored)->mediaType) +
                     "`, not `" + manifestType + "`");
  PulledFile pulled{Descriptor::of((*stored)->bytes, manifestType), "", (*stored)->bytes};
  if (!reference.digest.empty() && pulled.manifest.digest != reference.digest)
    return untrusted("the manifest of " + shown + " is " + pulled.manifest.digest);
  llvm::Expected<Descriptor> layer = layerOf(pulled.manifestText, expected, shown);
  if (!layer)
    return layer.takeError();
  llvm::Expected<std::string> bytes = pullLayer(repository, *layer, shown);
  if (!bytes)
    return bytes.takeError();
  pulled.bytes = std::move(*bytes);
  return pulled;
}

llvm::Expected<std::vector<PulledFile>>
pullAttached(Repository &repository, const Descriptor &subject, const ExpectedFile &expected) {
  llvm::Expected<std::vector<Descriptor>> listed =
      repository.referrers(subject, expected.artifactType);
  if (!listed)
    return listed.takeError();
  if (listed->size() > maxAttached)
    return untrusted(llvm::Twine(listed->size()) + " manifests refer to " + subject.digest +
                     "; at most " + llvm::Twine(maxAttached) + " are read");
  std::vector<PulledFile> files;
  for (const Descriptor &each : *listed) {
    llvm::Expected<PulledFile> file = pullAttachment(repository, each, subject, expected);
    if (!file)
      return file.takeError();
    files.push_back(std::move(*file));
  }
  return files;
}

} // namespace agentc::oci
