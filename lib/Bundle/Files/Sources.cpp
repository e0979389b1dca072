#include "BundleRules.h"

#include "agentc/Bundle/OpenedBundle.h"
#include "agentc/Support/Json.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

using ast::Goal;
using ast::Language;

constexpr llvm::StringLiteral manifestName = "package.json";

bool isDeclaration(llvm::StringRef path) {
  return path.ends_with(".d.ts") || path.ends_with(".d.mts") || path.ends_with(".d.cts");
}

/// Files of tools that are JSON by name only (they have comments), or large and never imported.
bool isToolsOwn(llvm::StringRef path) {
  llvm::StringRef name = llvm::sys::path::filename(path);
  // Some of these may have comments.
  return name == "package-lock.json" || name == "npm-shrinkwrap.json" || name == "agentc.json" ||
         ((name.starts_with("tsconfig.") || name.starts_with("jsconfig.") ||
           name.starts_with("tsconfig-")) &&
          name.ends_with(".json"));
}

/// The JavaScript file that a source becomes.
std::string erasedPath(llvm::StringRef path) {
  for (llvm::StringRef extension : {".ts", ".tsx", ".jsx", ".mts", ".cts"}) {
    if (!path.ends_with(extension))
      continue;
    const char kind = extension[1];
    const std::string stem = path.drop_back(extension.size()).str();
    return stem + (kind == 'm' ? ".mjs" : kind == 'c' ? ".cjs" : ".js");
  }
  return path.str();
}

class SourceSelector {
public:
  SourceSelector(const Bundle &bundle, const Manifest *manifest, DiagnosticList &diagnostics)
      : bundle_(bundle), manifest_(manifest), diagnostics_(diagnostics) {}

  std::vector<std::string> find();
  std::optional<SourceUnit> selectOne(llvm::StringRef path);

private:
  bool checkText(const File &file);
  void checkShadow(const File &file);
  Goal goalOf(llvm::StringRef path);
  Goal typeOfFolder(llvm::StringRef folder);
  Goal typeOfManifest(const File &manifest);

  const Bundle &bundle_;
  const Manifest *manifest_;
  DiagnosticList &diagnostics_;
  llvm::StringMap<std::string> byErased_;
  llvm::StringMap<Goal> byFolder_;
};

Goal goalOfType(llvm::StringRef type) {
  return type == "module" ? Goal::Module : type == "commonjs" ? Goal::CommonJs : Goal::Detect;
}

/// The `type` of a manifest; what is wrong with it is not this stage's to say.
Goal SourceSelector::typeOfManifest(const File &manifest) {
  auto json = parseJson(manifest.bytes);
  if (!json || !json->is_object())
    return Goal::Detect;
  auto type = json->find("type");
  return type != json->end() && type->is_string() ? goalOfType(type->get_ref<const std::string &>())
                                                  : Goal::Detect;
}

/// As in Node, the nearest manifest counts, with or without a `type`, and the search ends below
/// `node_modules`.
Goal SourceSelector::typeOfFolder(llvm::StringRef folder) {
  auto [known, isNew] = byFolder_.try_emplace(folder, Goal::Detect);
  if (!isNew)
    return known->second;
  Goal goal = Goal::Detect;
  const std::string path =
      folder.empty() ? manifestName.str() : (folder + "/" + manifestName).str();
  if (folder.empty() && manifest_)
    goal = manifest_->type ? goalOfType(manifest_->type->text) : Goal::Detect;
  else if (const File *manifest = bundle_.files.find(path))
    goal = typeOfManifest(*manifest);
  else if (!folder.empty() && llvm::sys::path::filename(folder) != "node_modules")
    goal = typeOfFolder(folder.contains('/') ? folder.rsplit('/').first : llvm::StringRef());
  return byFolder_[folder] = goal;
}

Goal SourceSelector::goalOf(llvm::StringRef path) {
  if (path.ends_with(".mjs") || path.ends_with(".mts"))
    return Goal::Module;
  if (path.ends_with(".cjs") || path.ends_with(".cts"))
    return Goal::CommonJs;
  return typeOfFolder(path.contains('/') ? path.rsplit('/').first : llvm::StringRef());
}

bool SourceSelector::checkText(const File &file) {
  auto offset = findInvalidUtf8(file.bytes);
  if (!offset)
    return true;
  const uint32_t at = static_cast<uint32_t>(*offset);
  diagnostics_.report(reported::sourceNotUtf8, file.path, ByteRange{at, at + 1},
                      "the byte at offset " + std::to_string(at) +
                          " is not UTF-8; the file is not read");
  return false;
}

void SourceSelector::checkShadow(const File &file) {
  auto [other, isNew] = byErased_.try_emplace(erasedPath(file.path), file.path);
  if (isNew)
    return;
  diagnostics_
      .report(reported::shadowedSource, file.path, std::nullopt,
              "`" + file.path + "` and `" + other->second + "` become the same JavaScript file")
      .notes.push_back({"the other one", other->second, std::nullopt});
}

std::optional<SourceUnit> SourceSelector::selectOne(llvm::StringRef path) {
  const File *found = bundle_.files.find(path);
  auto language = languageOf(path);
  if (!found || !language || isDeclaration(path))
    return std::nullopt;
  const File &file = *found;
  if (*language == Language::Json) {
    // A manifest that is not JSON is reported by the stage that reads it, once.
    const bool broken = file.path == manifestName && !parseJson(file.bytes);
    if (broken || isToolsOwn(file.path) || !checkText(file))
      return std::nullopt;
    return SourceUnit{file.path, file.bytes, *language, Goal::Json};
  }
  if (!checkText(file))
    return std::nullopt;
  return SourceUnit{file.path, file.bytes, *language, goalOf(file.path)};
}

std::vector<std::string> SourceSelector::find() {
  std::vector<std::string> paths;
  bool hasCode = false;
  for (const auto &[path, file] : bundle_.files.files()) {
    auto language = languageOf(path);
    if (!language || isDeclaration(path))
      continue;
    const bool isCode = *language != Language::Json;
    hasCode |= isCode;
    // Of a source tree that is read which code imports.
    if ((bundle_.isSourceTree && !isCode) || (bundle_.leavesTestsOut && isTestPath(path)))
      continue;
    if (isCode && !bundle_.isSourceTree)
      checkShadow(*file);
    if (isCode || !isToolsOwn(path))
      paths.push_back(path);
  }
  if (!hasCode)
    diagnostics_.report(reported::noSources, "", std::nullopt,
                        "no file of the bundle is a JavaScript or TypeScript source");
  return paths;
}

} // namespace

std::vector<std::string> findSources(const Bundle &bundle, DiagnosticList &diagnostics) {
  return SourceSelector(bundle, nullptr, diagnostics).find();
}

std::vector<SourceUnit> selectSources(const Bundle &bundle, llvm::ArrayRef<std::string> paths,
                                      DiagnosticList &diagnostics) {
  SourceSelector selector(bundle, nullptr, diagnostics);
  std::vector<SourceUnit> units;
  for (const std::string &path : paths)
    if (auto unit = selector.selectOne(path))
      units.push_back(std::move(*unit));
  return units;
}

std::vector<SourceUnit> selectSources(const Bundle &bundle, DiagnosticList &diagnostics,
                                      const Manifest *manifest) {
  SourceSelector selector(bundle, manifest, diagnostics);
  std::vector<SourceUnit> units;
  for (const std::string &path : selector.find())
    if (auto unit = selector.selectOne(path))
      units.push_back(std::move(*unit));
  return units;
}

} // namespace agentc
