#include "SourceTree.h"

#include "agentc/Bundle/Bundle.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

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

bool hasTypeScriptTwin(const FileTree &files, llvm::StringRef path) {
  auto has = [&](llvm::StringRef from, llvm::StringRef to) {
    return path.ends_with(from) && files.find((path.drop_back(from.size()) + to).str());
  };
  return has(".js", ".ts") || has(".js", ".tsx") || has(".jsx", ".tsx") || has(".mjs", ".mts") ||
         has(".cjs", ".cts");
}

} // namespace

FileTree withoutBuildOutput(const FileTree &files) {
  llvm::StringSet<> withSources; // folders of packages
  for (const auto &[path, file] : files.files())
    if (isCode(path) && !isTestPath(path) && !isToolsSettings(path) &&
        !llvm::StringRef(path).contains(".d.") && outputFolderOf(path).empty() &&
        !namesOutput(file->bytes))
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
