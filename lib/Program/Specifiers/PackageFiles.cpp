#include "PackageFiles.h"

#include "agentc/Support/PathPattern.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

namespace agentc {

llvm::StringRef folderOf(llvm::StringRef path) {
  return path.contains('/') ? path.rsplit('/').first : llvm::StringRef();
}

std::string joinPath(llvm::StringRef folder, llvm::StringRef name) {
  return folder.empty() ? name.str() : name.empty() ? folder.str() : (folder + "/" + name).str();
}

PathKeys::PathKeys(const Json &object) {
  for (const auto &[key, target] : object.items()) {
    auto [before, after] = llvm::StringRef(key).split('*');
    if (before.size() == key.size())
      exact_[key] = &target;
    else if (!after.contains('*') && patterns_.size() < maxPathPatterns)
      patterns_.push_back({before, after, &target});
  }
  llvm::stable_sort(patterns_, [](const Pattern &a, const Pattern &b) {
    return std::tuple(a.before.size(), a.after.size()) >
           std::tuple(b.before.size(), b.after.size());
  });
}

std::optional<PathKeys::Match> PathKeys::find(llvm::StringRef name) const {
  if (const Json *target = exact_.lookup(name))
    return Match{target, "", false};
  for (const Pattern &pattern : patterns_)
    if (name.size() >= pattern.before.size() + pattern.after.size() &&
        name.starts_with(pattern.before) && name.ends_with(pattern.after))
      return Match{pattern.target,
                   name.drop_front(pattern.before.size()).drop_back(pattern.after.size()), true};
  return std::nullopt;
}

namespace {

constexpr size_t maxRequirements = 1000;

std::string stringMember(const Json &object, const char *key) {
  auto member = object.find(key);
  return member != object.end() && member->is_string() ? member->get<std::string>() : "";
}

void addPatterns(const Json &list, std::vector<std::string> &patterns) {
  for (const Json &item : list)
    if (item.is_string() && patterns.size() < maxPathPatterns)
      patterns.push_back(item.get<std::string>());
}

/// `exports` as an object of subpaths, whichever of its three forms it has.
Json subpathsOf(const Json &exports) {
  if (exports.is_null())
    return nullptr;
  bool hasSubpaths =
      exports.is_object() && !exports.empty() && exports.items().begin().key().starts_with(".");
  return hasSubpaths ? exports : Json::object({{".", exports}});
}

std::unique_ptr<PackageFile> readPackage(llvm::StringRef folder, llvm::StringRef text) {
  auto package = std::make_unique<PackageFile>();
  package->folder = folder.str();
  std::optional<Json> json = text.size() <= maxResolutionFileBytes ? parseJson(text) : std::nullopt;
  if (!json || !json->is_object())
    return package;
  package->name = stringMember(*json, "name");
  package->version = stringMember(*json, "version");
  package->main = stringMember(*json, "main");
  for (const char *section :
       {"dependencies", "peerDependencies", "optionalDependencies", "devDependencies"})
    if (auto asked = json->find(section); asked != json->end() && asked->is_object())
      for (const auto &[name, requirement] : asked->items())
        if (requirement.is_string() && package->requirements.size() < maxRequirements)
          package->requirements.try_emplace(name, requirement.get<std::string>());
  if (auto exports = json->find("exports"); exports != json->end()) {
    package->exports = subpathsOf(*exports);
    if (package->exports.is_object())
      package->exportKeys = PathKeys(package->exports);
  }
  if (auto imports = json->find("imports"); imports != json->end() && imports->is_object()) {
    package->imports = std::move(*imports);
    package->importKeys = PathKeys(package->imports);
  }
  auto workspaces = json->find("workspaces");
  if (workspaces != json->end() && workspaces->is_array()) {
    addPatterns(*workspaces, package->workspaces);
  } else if (workspaces != json->end() && workspaces->is_object()) {
    auto listed = workspaces->find("packages");
    if (listed != workspaces->end() && listed->is_array())
      addPatterns(*listed, package->workspaces);
  }
  return package;
}

/// False for YAML that may be nested deeper than LLVM's parser, which calls itself for each level,
/// has stack for. What is nested by indentation alone grows with the square of its depth.
bool isShallow(llvm::StringRef yaml) {
  constexpr size_t maxBrackets = 256, maxIndicatorsOfLine = 32;
  if (yaml.count('[') + yaml.count('{') > maxBrackets)
    return false;
  llvm::SmallVector<llvm::StringRef, 0> lines;
  yaml.split(lines, '\n');
  return llvm::all_of(lines, [](llvm::StringRef line) {
    size_t indicators = 0;
    for (llvm::StringRef one : {"- ", "-\t", "? ", "?\t", ": ", ":\t"})
      indicators += line.count(one);
    return indicators <= maxIndicatorsOfLine;
  });
}

/// Adds the list under `packages:` of a pnpm-workspace.yaml; what is not YAML says nothing.
void readPnpmWorkspace(llvm::StringRef text, std::vector<std::string> &patterns) {
  namespace yaml = llvm::yaml;
  if (text.size() > maxResolutionFileBytes || !isShallow(text))
    return;
  llvm::SourceMgr sources;
  sources.setDiagHandler([](const llvm::SMDiagnostic &, void *) {}); // it would print them
  yaml::Stream stream(text, sources, /*ShowColors=*/false);
  yaml::document_iterator document = stream.begin();
  auto *root = document == stream.end()
                   ? nullptr
                   : llvm::dyn_cast_or_null<yaml::MappingNode>(document->getRoot());
  if (!root)
    return;
  std::vector<std::string> found;
  llvm::SmallString<64> storage;
  for (yaml::KeyValueNode &member : *root) {
    const auto *key = llvm::dyn_cast_or_null<yaml::ScalarNode>(member.getKey());
    if (!key || key->getValue(storage) != "packages")
      continue;
    if (auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(member.getValue()))
      for (yaml::Node &item : *list)
        if (const auto *pattern = llvm::dyn_cast<yaml::ScalarNode>(&item);
            pattern && patterns.size() + found.size() < maxPathPatterns)
          found.push_back(pattern->getValue(storage).str());
  }
  if (!stream.failed())
    patterns.insert(patterns.end(), found.begin(), found.end());
}

/// Folders in a pattern of a workspace beyond which it names nothing.
constexpr size_t maxPatternParts = 64;

/// The folders of a workspace, as `workspaces` or pnpm-workspace.yaml name them; what a pattern
/// behind `!` names is taken out again.
class WorkspaceFolders {
public:
  explicit WorkspaceFolders(llvm::ArrayRef<std::string> patterns) {
    for (llvm::StringRef pattern : patterns) {
      const bool adds = !pattern.consume_front("!");
      pattern.consume_front("./");
      if (pattern.count('/') > maxPatternParts)
        continue;
      patterns_.push_back({PathPattern(("/" + pattern.rtrim('/')).str()), adds});
    }
  }

  bool contains(llvm::StringRef path) const {
    const std::string lower = path.lower(); // as PathPattern wants it
    llvm::SmallVector<llvm::StringRef, 16> parts;
    llvm::StringRef(lower).split(parts, '/');
    bool isIn = false;
    for (const auto &[pattern, adds] : patterns_)
      if (pattern.matches(parts, /*isFolder=*/true))
        isIn = adds;
    return isIn && !llvm::is_contained(parts, "node_modules");
  }

private:
  std::vector<std::pair<PathPattern, bool>> patterns_;
};

} // namespace

PackageFiles::PackageFiles(const FileTree &files) {
  for (const auto &[path, file] : files.files())
    if (llvm::StringRef(path).ends_with("package.json"))
      add(*file);
  readWorkspaces(files);
}

void PackageFiles::add(const File &manifest) {
  if (llvm::StringRef folder = folderOf(manifest.path);
      joinPath(folder, "package.json") == manifest.path)
    byFolder_.emplace(folder.str(), readPackage(folder, manifest.bytes));
}

void PackageFiles::readWorkspaces(const FileTree &files) {
  for (const auto &[folder, package] : byFolder_) {
    std::vector<std::string> patterns = package->workspaces;
    if (const File *pnpm = files.find(joinPath(folder, "pnpm-workspace.yaml")))
      readPnpmWorkspace(pnpm->bytes, patterns);
    if (patterns.empty())
      continue;
    std::string prefix = folder.empty() ? "" : folder + "/";
    const WorkspaceFolders folders(patterns);
    llvm::StringMap<llvm::StringRef> &names = workspaces_[folder];
    for (auto at = byFolder_.lower_bound(prefix);
         at != byFolder_.end() && at->first.starts_with(prefix); ++at) {
      llvm::StringRef below = llvm::StringRef(at->first).drop_front(prefix.size());
      if (!below.empty() && !at->second->name.empty() && folders.contains(below))
        names.try_emplace(at->second->name, at->first);
    }
  }
}

const PackageFile *PackageFiles::at(llvm::StringRef folder) const {
  auto found = byFolder_.find(std::string_view(folder));
  return found == byFolder_.end() ? nullptr : found->second.get();
}

const PackageFile *PackageFiles::around(llvm::StringRef folder) const {
  while (true) {
    if (folder == "node_modules" || folder.ends_with("/node_modules"))
      return nullptr;
    if (const PackageFile *package = at(folder))
      return package;
    if (folder.empty())
      return nullptr;
    folder = folderOf(folder);
  }
}

std::optional<llvm::StringRef> PackageFiles::inWorkspace(llvm::StringRef folder,
                                                         llvm::StringRef name) const {
  while (true) {
    if (auto names = workspaces_.find(folder); names != workspaces_.end())
      if (auto found = names->second.find(name); found != names->second.end())
        return found->second;
    if (folder.empty())
      return std::nullopt;
    folder = folderOf(folder);
  }
}

} // namespace agentc
