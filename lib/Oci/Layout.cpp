#include "agentc/Oci/Repository.h"

#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Digest.h"
#include "agentc/Support/FolderLock.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cerrno>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc::oci {

namespace {

constexpr llvm::StringLiteral tagAnnotation = "org.opencontainers.image.ref.name";
constexpr llvm::StringLiteral markerName = "oci-layout";
constexpr llvm::StringLiteral markerText = "{\"imageLayoutVersion\":\"1.0.0\"}";

/// The bytes of a regular file; std::nullopt if there is none.
llvm::Expected<std::optional<std::string>> readBounded(const std::string &path, uint64_t limit) {
  const std::string shown = "`" + escapeForTerminal(path) + "`";
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 && errno == ENOENT)
    return std::nullopt;
  if (file < 0)
    return usageError("cannot read " + shown + ": " + describe({errno, std::generic_category()}));
  auto close = llvm::make_scope_exit([file] { ::close(file); });
  struct stat status;
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
    return untrusted(shown + " is not a regular file");
  if (static_cast<uint64_t>(status.st_size) > limit)
    return untrusted(shown + " has " + llvm::Twine(static_cast<uint64_t>(status.st_size)) +
                     " bytes; at most " + llvm::Twine(limit) + " are read");
  auto buffer = llvm::MemoryBuffer::getOpenFile(file, path, static_cast<uint64_t>(status.st_size),
                                                /*RequiresNullTerminator=*/false);
  if (!buffer)
    return usageError("cannot read " + shown + ": " + describe(buffer.getError()));
  return (*buffer)->getBuffer().str();
}

bool hasTag(const Json &entry, llvm::StringRef tag) {
  auto annotations = entry.find("annotations");
  if (annotations == entry.end() || !annotations->is_object())
    return false;
  auto found = annotations->find(tagAnnotation.str());
  return found != annotations->end() && *found == tag.str();
}

/// An image layout. Blobs are written before what names them, the index last.
class Layout final : public Repository {
public:
  explicit Layout(std::string folder) : folder_(std::move(folder)) {}

  llvm::Error create() const;
  llvm::Error check() const;

  llvm::Expected<std::optional<StoredManifest>> findManifest(llvm::StringRef tagOrDigest) override;
  llvm::Expected<std::string> readBlob(const Descriptor &blob) override;
  llvm::Expected<bool> hasBlob(const Descriptor &blob) override;
  llvm::Expected<std::vector<Descriptor>> referrers(const Descriptor &subject,
                                                    llvm::StringRef artifactType) override;
  llvm::Error writeBlob(const Descriptor &blob, llvm::StringRef bytes) override;
  llvm::Error writeManifest(const Descriptor &manifest, llvm::StringRef bytes) override {
    return writeBlob(manifest, bytes);
  }
  llvm::Error writeReferrer(const Descriptor &subject, const Descriptor &manifest,
                            llvm::StringRef bytes) override;
  llvm::Error tag(const Descriptor &manifest, llvm::StringRef bytes, llvm::StringRef tag) override;

private:
  std::string blobPath(llvm::StringRef digest) const {
    return folder_ + "/blobs/sha256/" + digest.split(':').second.str();
  }
  std::string indexPath() const { return folder_ + "/index.json"; }
  llvm::Expected<Json> readIndex() const;
  llvm::Error list(const Json &entry, llvm::function_ref<bool(const Json &)> isReplaced);
  llvm::Expected<bool> refersTo(const Descriptor &referrer, const Descriptor &subject);

  const std::string folder_;
};

llvm::Error Layout::create() const {
  const std::string blobs = folder_ + "/blobs/sha256";
  if (std::error_code error = llvm::sys::fs::create_directories(blobs))
    return usageError("cannot make `" + escapeForTerminal(blobs) + "`: " + describe(error));
  // Never replaced, because another process that creates the same layout may hold its lock already.
  const std::string marker = folder_ + "/" + markerName.str();
  llvm::Error written = writeFileAtomically(marker, markerText, {.replace = false});
  if (written && !llvm::sys::fs::exists(marker))
    return written;
  llvm::consumeError(std::move(written));
  return check();
}

llvm::Error Layout::check() const {
  llvm::Expected<std::optional<std::string>> text =
      readBounded(folder_ + "/" + markerName.str(), 4096);
  if (!text)
    return text.takeError();
  std::optional<Json> json = *text ? parseJson(**text) : std::nullopt;
  if (!json || !json->is_object() || json->value("imageLayoutVersion", Json()) != "1.0.0")
    return usageError("`" + escapeForTerminal(folder_) +
                      "` is not an OCI image layout of version 1.0.0");
  return llvm::Error::success();
}

llvm::Expected<Json> Layout::readIndex() const {
  llvm::Expected<std::optional<std::string>> text = readBounded(indexPath(), maxManifestBytes);
  if (!text)
    return text.takeError();
  if (!*text)
    return emptyIndex();
  return parseIndex(**text);
}

llvm::Expected<std::optional<StoredManifest>> Layout::findManifest(llvm::StringRef tagOrDigest) {
  llvm::Expected<Json> index = readIndex();
  if (!index)
    return index.takeError();
  const bool isPinned = isDigest(tagOrDigest);
  std::string digest = isPinned ? tagOrDigest.str() : "", type = manifestType.str();
  for (const Json &entry : (*index)["manifests"])
    if (isPinned ? entry["digest"] == digest : hasTag(entry, tagOrDigest)) {
      digest = entry["digest"].get<std::string>();
      type = entry["mediaType"].get<std::string>();
      break;
    }
  if (digest.empty())
    return std::nullopt;
  llvm::Expected<std::optional<std::string>> bytes =
      readBounded(blobPath(digest), maxManifestBytes);
  if (!bytes)
    return bytes.takeError();
  if (!*bytes)
    return std::nullopt;
  if (!isPinned && "sha256:" + sha256Hex(**bytes) != digest)
    return untrusted("the manifest of `" + tagOrDigest + "` is not " + digest +
                     ", which the index names");
  return StoredManifest{std::move(type), std::move(**bytes)};
}

llvm::Expected<std::string> Layout::readBlob(const Descriptor &blob) {
  llvm::Expected<std::optional<std::string>> bytes = readBounded(blobPath(blob.digest), blob.size);
  if (!bytes)
    return bytes.takeError();
  if (!*bytes)
    return usageError("`" + escapeForTerminal(folder_) + "` lacks the blob " + blob.digest);
  return std::move(**bytes);
}

llvm::Expected<bool> Layout::hasBlob(const Descriptor &blob) {
  // A damaged file is replaced.
  llvm::Expected<std::optional<std::string>> bytes = readBounded(blobPath(blob.digest), blob.size);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return false;
  }
  return *bytes && "sha256:" + sha256Hex(**bytes) == blob.digest;
}

llvm::Error Layout::writeBlob(const Descriptor &blob, llvm::StringRef bytes) {
  return writeFileAtomically(blobPath(blob.digest), bytes);
}

llvm::Error Layout::list(const Json &entry, llvm::function_ref<bool(const Json &)> isReplaced) {
  // Other writers of the index wait meanwhile.
  llvm::Expected<FolderLock> lock =
      FolderLock::take(folder_, FolderLock::Kind::Exclusive, markerName);
  if (!lock)
    return lock.takeError();
  llvm::Expected<Json> index = readIndex();
  if (!index)
    return index.takeError();
  Json &all = (*index)["manifests"];
  Json kept = Json::array();
  for (Json &each : all)
    if (!isReplaced(each))
      kept.push_back(std::move(each));
  kept.push_back(entry);
  all = std::move(kept);
  return writeFileAtomically(indexPath(), printJson(*index, /*indented=*/false));
}

llvm::Error Layout::writeReferrer(const Descriptor &, const Descriptor &manifest,
                                  llvm::StringRef bytes) {
  if (llvm::Error error = writeBlob(manifest, bytes))
    return error;
  return list(toJson(manifest),
              [&](const Json &entry) { return entry["digest"] == manifest.digest; });
}

llvm::Error Layout::tag(const Descriptor &manifest, llvm::StringRef, llvm::StringRef tag) {
  Descriptor tagged = manifest;
  tagged.annotations = {{tagAnnotation.str(), tag.str()}};
  return list(toJson(tagged), [&](const Json &entry) { return hasTag(entry, tag); });
}

llvm::Expected<bool> Layout::refersTo(const Descriptor &referrer, const Descriptor &subject) {
  llvm::Expected<std::optional<StoredManifest>> stored = findManifest(referrer.digest);
  if (!stored)
    return stored.takeError();
  if (!*stored || "sha256:" + sha256Hex((*stored)->bytes) != referrer.digest)
    return untrusted("the index names " + referrer.digest + ", which is not there or is changed");
  llvm::Expected<Manifest> manifest = parseManifest((*stored)->bytes);
  if (!manifest)
    return manifest.takeError();
  return manifest->subject && manifest->subject->digest == subject.digest;
}

llvm::Expected<std::vector<Descriptor>> Layout::referrers(const Descriptor &subject,
                                                          llvm::StringRef artifactType) {
  llvm::Expected<Json> index = readIndex();
  if (!index)
    return index.takeError();
  std::vector<Descriptor> found;
  for (const Json &entry : (*index)["manifests"]) {
    std::optional<Descriptor> descriptor = readDescriptor(entry);
    if (!descriptor || descriptor->artifactType != artifactType)
      continue;
    llvm::Expected<bool> refers = refersTo(*descriptor, subject);
    if (!refers)
      return refers.takeError();
    if (*refers)
      found.push_back(std::move(*descriptor));
  }
  return found;
}

} // namespace

llvm::Expected<std::unique_ptr<Repository>> openLayout(const Reference &reference, bool writes) {
  auto layout = std::make_unique<Layout>(reference.folder);
  if (llvm::Error error = writes ? layout->create() : layout->check())
    return error;
  return layout;
}

} // namespace agentc::oci
