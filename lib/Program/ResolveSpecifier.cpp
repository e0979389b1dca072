#include "ProgramBuilder.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Bundle/SourceLookup.h"
#include "agentc/Program/Program.h"
#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

std::optional<std::string> findFile(const FileTree &files, llvm::StringRef path) {
  if (auto written = findWrittenFile(files, path))
    return written;
  return findByExtension(files, path, /*alsoJson=*/true);
}

std::string join(llvm::StringRef folder, llvm::StringRef name) {
  return folder.empty() ? name.str() : (folder + "/" + name).str();
}

/// What the `main` of a package.json leads to.
std::optional<std::string> mainOf(llvm::StringRef path, const File &manifest) {
  std::optional<Json> json = parseJson(manifest.bytes);
  if (!json || !json->is_object())
    return std::nullopt;
  auto main = json->find("main");
  if (main == json->end() || !main->is_string())
    return std::nullopt;
  std::string relative = "./" + main->get<std::string>();
  return resolveRelative(path, relative);
}

std::optional<std::string> findFileOrFolder(const FileTree &files,
                                            const llvm::StringMap<std::string> &mains,
                                            llvm::StringRef path) {
  if (!path.empty())
    if (auto file = findFile(files, path))
      return file;
  if (auto main = mains.find(path); main != mains.end())
    if (auto file = findFile(files, main->second))
      return file;
  return findFile(files, join(path, "index"));
}

std::optional<std::string> findInNodeModules(const FileTree &files,
                                             const llvm::StringMap<std::string> &mains,
                                             llvm::StringRef from, llvm::StringRef specifier) {
  llvm::StringRef folder = from;
  while (true) {
    folder = folder.contains('/') ? folder.rsplit('/').first : llvm::StringRef();
    std::string candidate = join(folder, ("node_modules/" + specifier).str());
    if (auto file = findFileOrFolder(files, mains, candidate))
      return file;
    if (folder.empty())
      return std::nullopt;
  }
}

} // namespace

// once for each, since a bundle may import a folder any number of times
void ProgramBuilder::readMains() {
  for (const auto &[path, file] : program_.files().files())
    if (path == "package.json" || llvm::StringRef(path).ends_with("/package.json"))
      if (auto main = mainOf(path, *file))
        program_.mains_[llvm::StringRef(path).drop_back(12).rtrim('/')] = *main;
}

Resolution Program::resolveSpecifier(const ModuleInfo &from, llvm::StringRef specifier) const {
  Resolution resolution;
  resolution.name = specifier.str();
  std::optional<std::string> path;
  bool relative = specifier == "." || specifier == ".." || specifier.starts_with("./") ||
                  specifier.starts_with("../");
  if (relative) {
    if (auto target = resolveRelative(from.path(), specifier))
      path = findFileOrFolder(files_, mains_, *target);
    if (!path)
      return resolution;
  } else if (specifier.starts_with("/")) {
    return resolution;
  } else {
    path = isNodeModule(specifier) ? std::nullopt
                                   : findInNodeModules(files_, mains_, from.path(), specifier);
    if (!path) {
      resolution.kind = Resolution::Kind::External;
      resolution.name = canonicalModuleName(specifier).str();
      return resolution;
    }
  }
  resolution.name = *path;
  resolution.module = find(*path);
  resolution.kind = resolution.module ? Resolution::Kind::Bundle : Resolution::Kind::Data;
  return resolution;
}

} // namespace agentc
