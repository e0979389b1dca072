#include "ManifestFix.h"

#include "agentc/Bundle/ManifestEdit.h"

namespace agentc {

std::optional<Fix> allowInManifest(const CheckContext &context, llvm::StringRef list,
                                   llvm::StringRef word) {
  const File *file =
      context.manifest.present ? context.bundle.files.find(context.manifest.file) : nullptr;
  if (!file || context.bundle.form == BundleForm::SingleFile)
    return std::nullopt;
  std::optional<TextChange> change = addToSettings(file->bytes, list, word);
  if (!change)
    return std::nullopt;
  return Fix{"add `" + word.str() + "` to `" + list.str() + "` of the manifest",
             {{file->path, change->range, std::move(change->text)}}};
}

} // namespace agentc
