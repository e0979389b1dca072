#include "SourceTree.h"

#include "agentc/Bundle/Bundle.h"
#include "agentc/Support/Json.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <nlohmann/json.hpp>

namespace agentc {

bool isTestPath(llvm::StringRef path) {
  llvm::SmallVector<llvm::StringRef, 16> parts;
  path.split(parts, '/');
  llvm::StringRef name = parts.pop_back_val();
  for (llvm::StringRef folder : parts)
    if (llvm::is_contained({"test", "tests", "__tests__", "__mocks__", "__fixtures__", "fixtures"},
                           folder))
      return true;
  llvm::StringRef mark = name.rsplit('.').first.rsplit('.').second;
  return llvm::is_contained({"test", "spec", "stories", "story", "bench"}, mark);
}

namespace {

bool isCode(llvm::StringRef path) {
  auto language = languageOf(path);
  return language && *language != ast::Language::Json;
}

/// `vite.config.ts`, `eslint.config.js` and the like.
bool isToolsSettings(llvm::StringRef path) {
  llvm::StringRef stem = path.substr(path.rfind('/') + 1).rsplit('.').first;
  return stem.ends_with(".config") || stem.ends_with(".workspace") || stem.ends_with(".setup");
}

/// The folder above a path that is the nearest `dist`, with its `/`; empty if there is none.
llvm::StringRef outputFolderOf(llvm::StringRef path) {
  if (path.starts_with("dist/") && !path.drop_front(5).contains("/dist/"))
    return path.take_front(5);
  size_t at = path.rfind("/dist/");
  return at == llvm::StringRef::npos ? llvm::StringRef() : path.take_front(at + 6);
}

/// The nearest folder above a path, itself one ending in `/` or empty, that has a package.json.
llvm::StringRef packageOf(const FileTree &files, llvm::StringRef folder) {
  while (!folder.empty() && !files.find((folder + "package.json").str())) {
    llvm::StringRef above = folder.drop_back();
    folder = above.take_front(above.rfind('/') + 1);
  }
  return folder;
}

/// The folder that a `dist` stands in.
llvm::StringRef aboveOutput(llvm::StringRef output) { return output.drop_back(5); }

/// True if a source names a file of a `dist` by a relative path: a program that starts what was
/// built, not what it was built of.
bool namesOutput(llvm::StringRef text) { return text.contains("./dist/"); }

/// True if a field of a manifest names a file of its `dist`.
bool offersOutput(const Json &field) {
  if (field.is_string())
    return llvm::StringRef(field.get_ref<const std::string &>()).ltrim("./").starts_with("dist/");
  return field.is_structured() &&
         llvm::any_of(field, [](const Json &inner) { return offersOutput(inner); });
}

/// Tells the sources that a package's program is built of from the scripts that build it.
class BuildScripts {
public:
  explicit BuildScripts(const FileTree &files) : files_(files) {}

  /// True of a file that a script of the package starts, if what the package offers was built.
  bool contain(llvm::StringRef path) {
    llvm::StringRef package = packageOf(files_, path.take_front(path.rfind('/') + 1));
    auto [entry, isNew] = words_.try_emplace(package);
    if (isNew)
      readWords(package, entry->second);
    return entry->second.contains(path.drop_front(package.size()));
  }

private:
  void readWords(llvm::StringRef package, llvm::StringSet<> &words) {
    const auto manifest = files_.find((package + "package.json").str());
    const std::optional<Json> json = manifest ? parseJson(manifest->bytes) : std::nullopt;
    if (!json || !json->is_object() || !json->contains("scripts") ||
        llvm::none_of(llvm::ArrayRef<llvm::StringRef>({"main", "bin", "exports"}),
                      [&](llvm::StringRef field) {
                        return json->contains(field.str()) && offersOutput((*json)[field.str()]);
                      }))
      return;
    for (const Json &script : (*json)["scripts"]) {
      if (!script.is_string())
        continue;
      llvm::SmallVector<llvm::StringRef, 8> parts;
      llvm::SplitString(script.get_ref<const std::string &>(), parts, " \t&|;\"'");
      for (llvm::StringRef part : parts) {
        part.consume_front("./");
        words.insert(part);
      }
    }
  }

  const FileTree &files_;
  llvm::StringMap<llvm::StringSet<>> words_; // by the packages' folders
};

bool hasTypeScriptTwin(const FileTree &files, llvm::StringRef path) {
  auto has = [&](llvm::StringRef from, llvm::StringRef to) {
    return path.ends_with(from) && files.find((path.drop_back(from.size()) + to).str());
  };
  return has(".js", ".ts") || has(".js", ".tsx") || has(".jsx", ".tsx") || has(".mjs", ".mts") ||
         has(".cjs", ".cts");
}

} // namespace

FileTree withoutBuildOutput(const FileTree &files) {
  BuildScripts scripts(files);
  llvm::StringSet<> withSources; // folders of packages
  for (const auto &[path, file] : files.files())
    if (isCode(path) && !isTestPath(path) && !isToolsSettings(path) &&
        !llvm::StringRef(path).contains(".d.") && outputFolderOf(path).empty() &&
        !namesOutput(file->bytes) && !scripts.contain(path))
      withSources.insert(packageOf(files, llvm::StringRef(path).take_front(path.rfind('/') + 1)));
  FileTree result;
  for (const auto &[path, file] : files.files()) {
    llvm::StringRef output = outputFolderOf(path);
    if (!output.empty() && withSources.contains(packageOf(files, aboveOutput(output))))
      continue;
    if (!hasTypeScriptTwin(files, path))
      result.share(path, file);
  }
  return result;
}

} // namespace agentc
