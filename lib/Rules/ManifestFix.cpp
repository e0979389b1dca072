#include "ManifestFix.h"

#include "agentc/Bundle/ManifestEdit.h"

namespace agentc {

const std::optional<Fix> &ManifestFixes::allowing(llvm::StringRef word) {
  auto [entry, isNew] = known_.try_emplace(word);
  if (isNew)
    entry->second = find(word);
  return entry->second;
}

std::optional<Fix> ManifestFixes::find(llvm::StringRef word) const {
  const File *file =
      context_.manifest.present ? context_.bundle.files.find(context_.manifest.file) : nullptr;
  if (!file || context_.bundle.form == BundleForm::SingleFile)
    return std::nullopt;
  std::optional<TextChange> change = addToSettings(file->bytes, list_, word);
  if (!change)
    return std::nullopt;
  return Fix{"add `" + word.str() + "` to `" + list_.str() + "` of the manifest",
             {{file->path, change->range, std::move(change->text)}}};
}

} // namespace agentc
