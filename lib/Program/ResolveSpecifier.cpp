#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Program/Program.h"
#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr llvm::StringLiteral extensions[] = {".js",  ".mjs", ".cjs", ".ts",  ".mts",
                                              ".cts", ".tsx", ".jsx", ".json"};

/// TypeScript names the file that a source becomes: `./a.js` may be `./a.ts` here, and the other
/// way round in a sealed package.
constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> twins[] = {
    {".js", ".ts"}, {".js", ".tsx"}, {".js", ".jsx"},  {".mjs", ".mts"}, {".cjs", ".cts"},
    {".ts", ".js"}, {".tsx", ".js"}, {".mts", ".mjs"}, {".cts", ".cjs"}};

std::optional<std::string> findFile(const FileTree &files, llvm::StringRef path) {
  if (files.find(path))
    return path.str();
  for (const auto &[written, actual] : twins)
    if (path.ends_with(written))
      if (std::string twin = (path.drop_back(written.size()) + actual).str(); files.find(twin))
        return twin;
  for (llvm::StringRef extension : extensions)
    if (std::string longer = (path + extension).str(); files.find(longer))
      return longer;
  return std::nullopt;
}

std::string join(llvm::StringRef folder, llvm::StringRef name) {
  return folder.empty() ? name.str() : (folder + "/" + name).str();
}

std::optional<std::string> mainOf(const FileTree &files, llvm::StringRef folder) {
  const File *manifest = files.find(join(folder, "package.json"));
  if (!manifest)
    return std::nullopt;
  std::optional<Json> json = parseJson(manifest->bytes);
  if (!json || !json->is_object())
    return std::nullopt;
  auto main = json->find("main");
  if (main == json->end() || !main->is_string())
    return std::nullopt;
  std::string relative = "./" + main->get<std::string>();
  return resolveRelative(join(folder, "package.json"), relative);
}

std::optional<std::string> findFileOrFolder(const FileTree &files, llvm::StringRef path) {
  if (!path.empty())
    if (auto file = findFile(files, path))
      return file;
  if (auto main = mainOf(files, path))
    if (auto file = findFile(files, *main))
      return file;
  return findFile(files, join(path, "index"));
}

std::optional<std::string> findInNodeModules(const FileTree &files, llvm::StringRef from,
                                             llvm::StringRef specifier) {
  llvm::StringRef folder = from;
  while (true) {
    folder = folder.contains('/') ? folder.rsplit('/').first : llvm::StringRef();
    std::string candidate = join(folder, ("node_modules/" + specifier).str());
    if (auto file = findFileOrFolder(files, candidate))
      return file;
    if (folder.empty())
      return std::nullopt;
  }
}

} // namespace

Resolution Program::resolveSpecifier(const ModuleInfo &from, llvm::StringRef specifier) const {
  Resolution resolution;
  resolution.name = specifier.str();
  std::optional<std::string> path;
  bool relative = specifier == "." || specifier == ".." || specifier.starts_with("./") ||
                  specifier.starts_with("../");
  if (relative) {
    if (auto target = resolveRelative(from.path(), specifier))
      path = findFileOrFolder(files_, *target);
    if (!path)
      return resolution;
  } else if (specifier.starts_with("/")) {
    return resolution;
  } else {
    path =
        isNodeModule(specifier) ? std::nullopt : findInNodeModules(files_, from.path(), specifier);
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
