#include "agentc/Lint/Targets.h"

#include "Git.h"

#include "agentc/Support/Json.h"
#include "agentc/Support/Text.h"
#include "agentc/Syntax/Parse.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>
#include <nlohmann/json.hpp>

namespace agentc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

constexpr uint64_t maxManifestBytes = 1 << 20;

std::string joined(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> result = folder;
  path::append(result, name);
  return result.str().str();
}

bool isSourceName(llvm::StringRef name) {
  auto language = languageOf(name);
  return language && *language != ast::Language::Json;
}

bool isBundleFolder(llvm::StringRef folder) {
  const std::string file = joined(folder, "package.json");
  uint64_t size = 0;
  if (fs::file_size(file, size) || size > maxManifestBytes || !fs::is_regular_file(file))
    return false;
  auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return text && hasAgentSettings((*text)->getBuffer());
}

/// The nearest bundle at or above a folder, but within its git repository.
std::optional<std::string> bundleAround(llvm::StringRef folder) {
  for (llvm::StringRef at = folder; !at.empty(); at = path::parent_path(at)) {
    if (isBundleFolder(at))
      return at.str();
    if (fs::exists(joined(at, ".git")))
      break;
  }
  return std::nullopt;
}

/// The package around a folder whose compiler settings say what its imports mean: the nearest
/// folder at or above it with a tsconfig.json, but within its git repository.
std::optional<std::string> settingsAround(llvm::StringRef folder) {
  for (llvm::StringRef at = folder; !at.empty(); at = path::parent_path(at)) {
    if (fs::exists(joined(at, "tsconfig.json")) || fs::exists(joined(at, "jsconfig.json")))
      return at.str();
    if (fs::exists(joined(at, ".git")))
      break;
  }
  return std::nullopt;
}

/// A place in the user's terms: from the working folder, unless only the root holds both.
std::string shownFrom(llvm::StringRef here, llvm::StringRef real) {
  std::string up;
  for (llvm::StringRef at = here; at.size() > 1; at = path::parent_path(at), up += "../")
    if (isBelow(real, at)) {
      std::string shown = up + real.drop_front(at.size()).ltrim('/').str();
      return shown.empty() ? "." : llvm::StringRef(shown).rtrim('/').str();
    }
  return real.str();
}

/// Of what is an archive by its name nobody looks for a bundle around it.
bool isArchiveName(llvm::StringRef name) {
  return name.ends_with_insensitive(".zip") || name.ends_with_insensitive(".tgz") ||
         name.ends_with_insensitive(".gz");
}

class TargetFinder {
public:
  TargetFinder() : here_(realPath(".")) {}

  llvm::Error add(const std::string &named);
  LintTargets take();

private:
  void addInBundle(const std::string &root, llvm::StringRef real);

  std::string here_;
  std::map<std::string, LintTarget> byReal_;
  std::map<std::string, LintTarget> sources_;
};

void TargetFinder::addInBundle(const std::string &root, llvm::StringRef real) {
  auto [place, isNew] = byReal_.try_emplace(root);
  LintTarget &target = place->second;
  if (isNew)
    target = {shownFrom(here_, root), root, true, {}};
  else if (target.only.empty())
    return;
  target.only.push_back(real.drop_front(root.size()).ltrim('/').str());
}

llvm::Error TargetFinder::add(const std::string &named) {
  fs::file_status status;
  if (std::error_code error = fs::status(named, status))
    return usageError("cannot read `" + escapeForTerminal(named) + "`: " + describe(error));
  const std::string real = realPath(named);
  const bool isFolder = fs::is_directory(status);
  std::optional<std::string> bundle;
  if (isFolder || !isArchiveName(named))
    bundle = bundleAround(isFolder ? llvm::StringRef(real) : path::parent_path(real));
  if (!bundle && isFolder && repositoryAround(real) != real)
    bundle = settingsAround(real);
  if (bundle && *bundle != real)
    addInBundle(*bundle, real);
  else if (!isFolder && isSourceName(named))
    sources_.try_emplace(real, ownTarget(named));
  else {
    LintTarget &target = byReal_[real];
    if (target.path.empty() || !target.only.empty())
      target = ownTarget(named);
  }
  return llvm::Error::success();
}

LintTargets TargetFinder::take() {
  LintTargets result;
  for (auto &[real, target] : byReal_)
    result.targets.push_back(std::move(target));
  for (auto &[real, source] : sources_)
    result.sources.push_back(std::move(source));
  return result;
}

} // namespace

LintTarget ownTarget(llvm::StringRef name) {
  llvm::StringRef shown = name.size() > 1 ? name.rtrim('/') : name;
  while (shown.size() > 2 && shown.consume_front("./"))
    shown = shown.ltrim('/');
  return {shown.empty() ? name.str() : shown.str(), realPath(name), fs::is_directory(name), {}};
}

bool hasAgentSettings(llvm::StringRef packageJson) {
  if (packageJson.size() > maxManifestBytes ||
      (!packageJson.contains("agentc") && !packageJson.contains("buzzi")))
    return false;
  std::optional<Json> json = parseJson(packageJson);
  if (!json || !json->is_object())
    return false;
  // Settings that are not an object are a mistake of an agent's manifest.
  return json->contains("agentc") || json->contains("buzzi");
}

std::string shownBelow(llvm::StringRef folder, llvm::StringRef path) {
  if (path.empty())
    return folder.str();
  return folder == "."   ? path.str()
         : folder == "/" ? "/" + path.str()
                         : (folder + "/" + path).str();
}

llvm::Expected<LintTargets> findLintTargets(llvm::ArrayRef<std::string> paths) {
  TargetFinder finder;
  for (const std::string &named : paths)
    if (llvm::Error error = finder.add(named))
      return error;
  return finder.take();
}

} // namespace agentc
