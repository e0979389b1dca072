#include "PackageNames.h"

#include "agentc/Support/Json.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

static constexpr size_t maxManifestBytes = 1 << 20;

/// The characters and length of npm's names, old ones too; none begins with a dot, as folders do.
static bool canBePackageName(llvm::StringRef name) {
  return !name.empty() && name.size() <= 214 && name.front() != '.' &&
         llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || llvm::StringRef("@/._~-").contains(c);
         });
}

static std::string nameOf(llvm::StringRef folder, const File &manifest) {
  std::optional<Json> json;
  if (manifest.bytes.size() <= maxManifestBytes)
    json = parseJson(manifest.bytes);
  if (json && json->is_object())
    if (auto name = json->find("name"); name != json->end() && name->is_string())
      if (auto &text = name->get_ref<const std::string &>(); canBePackageName(text))
        return text;
  return folder.empty() ? "." : ("./" + folder).str();
}

const std::optional<std::string> &PackageNames::of(llvm::StringRef file) {
  return ofFolder(file.contains('/') ? file.rsplit('/').first : llvm::StringRef());
}

const std::optional<std::string> &PackageNames::ofFolder(llvm::StringRef folder) {
  if (auto known = byFolder_.find(std::string_view(folder)); known != byFolder_.end())
    return known->second;
  std::optional<std::string> name;
  std::string path = folder.empty() ? "package.json" : (folder + "/package.json").str();
  if (const File *manifest = files_.find(path))
    name = nameOf(folder, *manifest);
  else if (!folder.empty())
    name = of(folder);
  return byFolder_[folder.str()] = std::move(name);
}

} // namespace agentc
