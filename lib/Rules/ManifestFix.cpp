#include "ManifestFix.h"

namespace agentc {

const std::optional<Fix> &ManifestFixes::allowing(llvm::StringRef word) {
  auto [entry, isNew] = known_.try_emplace(word);
  if (isNew)
    entry->second = find(word);
  return entry->second;
}

std::optional<Fix> ManifestFixes::find(llvm::StringRef word) const {
  const File *file = ownManifest();
  std::optional<TextChange> change = file ? addToSettings(file->bytes, list_, word) : std::nullopt;
  if (!change)
    return std::nullopt;
  return Fix{"add `" + word.str() + "` to `" + list_.str() + "` of the manifest",
             {{file->path, change->range, std::move(change->text)}}};
}

std::optional<Fix> ManifestFixes::keeping(llvm::StringRef name,
                                          const SecretHeaders &headers) const {
  const File *file = ownManifest();
  std::optional<TextChange> change =
      file ? addSecretToSettings(file->bytes, name, headers.hosts, headers.names) : std::nullopt;
  if (!change)
    return std::nullopt;
  return Fix{"add `" + name.str() + "` to `secrets` of the manifest, for " + describe(headers),
             {{file->path, change->range, std::move(change->text)}}};
}

const File *ManifestFixes::ownManifest() const {
  return context_.manifest.present && context_.bundle.form != BundleForm::SingleFile
             ? context_.bundle.files.find(context_.manifest.file)
             : nullptr;
}

} // namespace agentc
