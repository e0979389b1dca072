#include "SpecifierResolver.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Bundle/ProvidedVersions.h"
#include "agentc/Bundle/SourceLookup.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

SpecifierResolver::SpecifierResolver(const FileTree &files)
    : files_(files), packages_(files), settings_(files) {
  for (const auto &[path, file] : files.files())
    for (llvm::StringRef folder = folderOf(path); folders_.insert(folder).second;)
      folder = folderOf(folder);
}

void SpecifierResolver::add(const File &file) {
  for (llvm::StringRef folder = folderOf(file.path); folders_.insert(folder).second;)
    folder = folderOf(folder);
  packages_.add(file);
}

const PackageFile *SpecifierResolver::installed(llvm::StringRef folder,
                                                llvm::StringRef name) const {
  for (llvm::StringRef at = folder;; at = folderOf(at)) {
    if (const PackageFile *package = packages_.at(joinPath(joinPath(at, "node_modules"), name)))
      return package;
    if (at.empty())
      return nullptr;
  }
}

std::optional<std::string> SpecifierResolver::provided(llvm::StringRef folder,
                                                       llvm::StringRef specifier,
                                                       llvm::StringRef name) const {
  if (!findProvidedModule(specifier))
    return std::nullopt;
  WantedVersion wanted;
  if (const PackageFile *package = installed(folder, name))
    wanted.installed = package->version;
  if (const PackageFile *asker = packages_.around(folder))
    wanted.requirement = asker->requirements.lookup(name);
  return providedInstead(specifier, wanted);
}

SpecifierResolver::Path SpecifierResolver::findFile(llvm::StringRef path) const {
  if (auto written = findWrittenFile(files_, path))
    return written;
  return findByExtension(files_, path, /*alsoJson=*/true);
}

SpecifierResolver::Path SpecifierResolver::findFileOrFolder(llvm::StringRef path,
                                                            bool isFolder) const {
  if (!path.empty() && !isFolder)
    if (auto file = findFile(path))
      return file;
  if (!folders_.contains(path))
    return std::nullopt;
  if (const PackageFile *package = packages_.at(path); package && !package->main.empty())
    if (auto main = resolveRelative(joinPath(path, "package.json"), package->main)) {
      auto file = *main == path ? std::nullopt : findFile(*main);
      if (!file && *main != path)
        file = findByExtension(files_, joinPath(*main, "index"), true);
      if (!file)
        file = findUncompiled(path, *main);
      if (file)
        return file;
    }
  return findByExtension(files_, joinPath(path, "index"), true);
}

SpecifierResolver::Path SpecifierResolver::findUncompiled(llvm::StringRef packageFolder,
                                                          llvm::StringRef path) const {
  const CompilerSettings *settings = settings_.around(packageFolder);
  if (!settings || !settings->outDir)
    return findUnbuiltSource(files_, packageFolder, path);
  std::string prefix = joinPath(*settings->outDir, "");
  llvm::StringRef written = path;
  if (!path.consume_front(prefix) || !(prefix.empty() || path.consume_front("/")))
    return findUnbuiltSource(files_, packageFolder, written);
  std::string folder = settings->rootDir ? *settings->rootDir : joinPath(packageFolder, "src");
  if (auto file = findFile(joinPath(folder, path)))
    return file;
  return settings->rootDir ? std::nullopt : findFile(joinPath(packageFolder, path));
}

SpecifierResolver::Answer SpecifierResolver::resolve(llvm::StringRef fromFile,
                                                     llvm::StringRef specifier,
                                                     ImportForm form) const {
  if (specifier == "." || specifier == ".." || specifier.starts_with("./") ||
      specifier.starts_with("../"))
    return resolveRelativePath(fromFile, specifier);
  if (specifier.starts_with("/"))
    return {};
  if (specifier.starts_with("#"))
    return resolveInternal(folderOf(fromFile), specifier, form, 0);
  return resolveBare(folderOf(fromFile), specifier, form, 0);
}

SpecifierResolver::Answer SpecifierResolver::resolveRelativePath(llvm::StringRef fromFile,
                                                                 llvm::StringRef specifier) const {
  auto find = [&](llvm::StringRef written) -> Path {
    auto target = resolveRelative(fromFile, written);
    bool isFolder = written.ends_with("/") || written == "." || written == ".." ||
                    written.ends_with("/.") || written.ends_with("/..");
    return target ? findFileOrFolder(*target, isFolder) : std::nullopt;
  };
  if (auto file = find(specifier))
    return {Kind::File, *file};
  // a module's specifier is a URL, whose query bundlers give a meaning
  auto [path, query] = specifier.split('?');
  if (path.size() == specifier.size())
    return {};
  if (auto file = find(path))
    return {Kind::File, *file, llvm::is_contained({"raw", "text", "url", "inline"}, query)};
  return {};
}

SpecifierResolver::Path SpecifierResolver::byCompilerSettings(llvm::StringRef folder,
                                                              llvm::StringRef specifier) const {
  const CompilerSettings *settings = settings_.around(folder);
  if (!settings)
    return std::nullopt;
  auto match = settings->pathKeys.find(specifier);
  if (match && match->target->is_array() && match->target->size() <= maxResolutionDepth)
    for (const Json &target : *match->target) {
      if (!target.is_string())
        continue;
      auto [before, after] = llvm::StringRef(target.get_ref<const std::string &>()).split('*');
      bool hasStar = llvm::StringRef(target.get_ref<const std::string &>()).contains('*');
      std::string written = (before + (hasStar ? match->star : "") + after).str();
      auto path = resolveRelative(joinPath(settings->pathsFolder, "tsconfig.json"), written);
      auto file = path ? findFileOrFolder(*path) : std::nullopt;
      if (file)
        return file;
    }
  if (!settings->baseUrl)
    return std::nullopt;
  auto path = resolveRelative(joinPath(*settings->baseUrl, "tsconfig.json"), specifier);
  return path ? findFileOrFolder(*path) : std::nullopt;
}

SpecifierResolver::Answer SpecifierResolver::resolveBare(llvm::StringRef folder,
                                                         llvm::StringRef specifier, ImportForm form,
                                                         unsigned depth) const {
  // no settings of a bundle stand between a name of Node's and what it means
  if (!isNodeModule(specifier)) {
    if (auto file = byCompilerSettings(folder, specifier))
      return {Kind::File, *file};
    if (auto answer = resolvePackage(folder, specifier, form, depth))
      return *answer;
  }
  return {Kind::External, canonicalModuleName(specifier).str()};
}

std::optional<SpecifierResolver::Answer>
SpecifierResolver::resolvePackage(llvm::StringRef folder, llvm::StringRef specifier,
                                  ImportForm form, unsigned depth) const {
  std::optional<llvm::StringRef> name = packageOfSpecifier(specifier);
  if (!name)
    return std::nullopt;
  llvm::StringRef subpath = specifier.drop_front(name->size());
  subpath.consume_front("/");
  const PackageFile *own = packages_.around(folder);
  if (own && own->name == *name && !own->exports.is_null())
    return resolveInFolder(own->folder, subpath, form, depth);
  if (!packages_.inWorkspace(folder, *name))
    if (std::optional<std::string> given = provided(folder, specifier, *name))
      return Answer{Kind::External, std::move(*given)};
  for (llvm::StringRef at = folder;; at = folderOf(at)) {
    std::string modules = joinPath(at, "node_modules");
    bool isModules = at == "node_modules" || at.ends_with("/node_modules");
    if (!isModules && folders_.contains(modules)) {
      if (auto answer = resolveInFolder(joinPath(modules, *name), subpath, form, depth))
        return answer;
      if (auto file = findFile(joinPath(modules, specifier)))
        return Answer{Kind::File, *file};
    }
    if (at.empty())
      break;
  }
  if (auto workspace = packages_.inWorkspace(folder, *name)) {
    auto answer = resolveInFolder(*workspace, subpath, form, depth);
    return answer ? *answer : Answer{};
  }
  return std::nullopt;
}

std::optional<SpecifierResolver::Answer>
SpecifierResolver::resolveInFolder(llvm::StringRef packageFolder, llvm::StringRef subpath,
                                   ImportForm form, unsigned depth) const {
  if (!folders_.contains(packageFolder))
    return std::nullopt;
  const PackageFile *package = packages_.at(packageFolder);
  if (package && !package->exports.is_null()) {
    const std::string key = subpath.empty() ? "." : ("./" + subpath).str();
    auto match = package->exportKeys.find(key);
    auto answer = match ? resolveTarget(*package, *match->target, *match, false, form, depth + 1)
                        : std::nullopt;
    return answer ? *answer : Answer{};
  }
  Path file;
  if (auto path = resolveRelative(joinPath(packageFolder, "package.json"), subpath)) {
    file = findFileOrFolder(*path);
    if (!file)
      file = findUncompiled(packageFolder, *path);
  }
  return file ? std::optional(Answer{Kind::File, *file}) : std::nullopt;
}

SpecifierResolver::Answer SpecifierResolver::resolveInternal(llvm::StringRef folder,
                                                             llvm::StringRef specifier,
                                                             ImportForm form,
                                                             unsigned depth) const {
  const PackageFile *package = packages_.around(folder);
  auto match =
      package && depth <= maxResolutionDepth ? package->importKeys.find(specifier) : std::nullopt;
  if (match) {
    auto answer = resolveTarget(*package, *match->target, *match, true, form, depth + 1);
    return answer ? *answer : Answer{};
  }
  auto file = byCompilerSettings(folder, specifier);
  return file ? Answer{Kind::File, *file} : Answer{};
}

std::optional<SpecifierResolver::Answer>
SpecifierResolver::resolveTarget(const PackageFile &package, const Json &target,
                                 const PathKeys::Match &match, bool isInternal, ImportForm form,
                                 unsigned depth) const {
  if (depth > maxResolutionDepth || target.is_null())
    return Answer{};
  if (target.is_string())
    return resolveTargetPath(package, target.get_ref<const std::string &>(), match, isInternal,
                             form, depth);
  if (target.is_array()) {
    std::optional<Answer> last;
    for (const Json &one : target) {
      last = resolveTarget(package, one, match, isInternal, form, depth + 1);
      if (last && last->kind != Kind::Missing)
        break;
    }
    return last;
  }
  if (!target.is_object())
    return Answer{};
  llvm::StringRef wanted = form == ImportForm::Import ? "import" : "require";
  for (const auto &[key, value] : target.items())
    if (key == wanted || key == "node" || key == "module-sync" || key == "default")
      if (auto answer = resolveTarget(package, value, match, isInternal, form, depth + 1))
        return answer;
  return std::nullopt;
}

/// True if a part of a target's path could lead out of its package.
static bool leavesPackage(llvm::StringRef path) {
  llvm::SmallVector<llvm::StringRef, 8> parts;
  path.split(parts, '/');
  return llvm::any_of(parts, [](llvm::StringRef part) {
    return part == "." || part == ".." || part.contains('\\') || part.contains('%') ||
           part.equals_insensitive("node_modules");
  });
}

std::optional<SpecifierResolver::Answer>
SpecifierResolver::resolveTargetPath(const PackageFile &package, llvm::StringRef target,
                                     const PathKeys::Match &match, bool isInternal, ImportForm form,
                                     unsigned depth) const {
  std::string written;
  for (char c : target) {
    if (c == '*' && match.isPattern)
      written += match.star;
    else
      written += c;
    if (written.size() > maxResolutionFileBytes)
      return Answer{};
  }
  if (!target.starts_with("./")) {
    bool isName = isInternal && !target.starts_with("../") && !target.starts_with("/");
    return isName ? resolveBare(package.folder, written, form, depth + 1) : Answer{};
  }
  llvm::StringRef path = llvm::StringRef(written).drop_front(2);
  if (leavesPackage(path))
    return Answer{};
  std::string file = joinPath(package.folder, path);
  if (auto found = findWrittenFile(files_, file))
    return Answer{Kind::File, *found};
  if (auto source = findUncompiled(package.folder, file))
    return Answer{Kind::File, *source};
  return Answer{};
}

JsxSettings SpecifierResolver::jsxOf(llvm::StringRef file) const {
  const CompilerSettings *settings = settings_.around(folderOf(file));
  return settings ? settings->jsx : JsxSettings();
}

bool SpecifierResolver::keepsTypes(llvm::StringRef file) const {
  const CompilerSettings *settings = settings_.around(folderOf(file));
  return settings && settings->emitDecoratorMetadata.value_or(false);
}

std::vector<llvm::StringRef> SpecifierResolver::settingsOf(llvm::StringRef fromFile) const {
  std::vector<llvm::StringRef> files;
  std::vector<const CompilerSettings *> todo;
  if (const CompilerSettings *settings = settings_.around(folderOf(fromFile)))
    todo.push_back(settings);
  while (!todo.empty()) {
    const CompilerSettings *settings = todo.back();
    todo.pop_back();
    if (llvm::is_contained(files, settings->file))
      continue;
    files.push_back(settings->file);
    todo.insert(todo.end(), settings->bases.begin(), settings->bases.end());
  }
  return files;
}

} // namespace agentc
