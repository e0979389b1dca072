#include "Components.h"

#include "InlinedPackages.h"
#include "PackageRecord.h"

#include "agentc/Bundle/LockFile.h"
#include "agentc/Support/Json.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {
namespace {

using Source = ComponentEvidence::Source;
using NamedVersion = std::pair<std::string, std::string>;

// npm's own bound of a name; the others keep a hostile lock file from making a huge list.
constexpr size_t maxName = 214;
constexpr size_t maxWord = 256;
constexpr size_t maxComponents = 10000;
constexpr size_t maxManifestBytes = 1 << 20;

class Collector {
public:
  Collector(const FileTree &files, const Manifest &manifest) : files_(files), manifest_(manifest) {}

  Components run() {
    addLockFile();
    addFolders();
    addInlined();
    addDeclared();
    return std::move(result_);
  }

private:
  Component *add(llvm::StringRef name, llvm::StringRef version, ComponentEvidence evidence);
  void addLockFile();
  void addNeeds(const LockFile &lock, const LockedPackage &package);
  void addFolders();
  void addInlined();
  void addInlined(const InlinedPackage &package, const std::string &file);
  void addDeclared();
  std::optional<NamedVersion> keyAt(const std::string &path) const {
    auto found = byPath_.find(path);
    return found == byPath_.end() ? std::nullopt : std::optional(found->second);
  }
  std::vector<NamedVersion> named(const std::string &name) const;

  const FileTree &files_;
  const Manifest &manifest_;
  Components result_;
  std::map<std::string, NamedVersion> byPath_; ///< `node_modules/…` of lock file and folders
};

/// As npm has them, old names included.
bool isPackageName(llvm::StringRef name) {
  return !name.empty() && name.size() <= maxName && llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("-._~@/!'()*").contains(c);
  });
}

Component *Collector::add(llvm::StringRef name, llvm::StringRef version,
                          ComponentEvidence evidence) {
  NamedVersion key(name.str(), version.str());
  const bool isKnown = result_.list.count(key);
  if (!isPackageName(name) || version.size() > maxWord ||
      (!isKnown && result_.list.size() >= maxComponents)) {
    ++result_.leftOut;
    return nullptr;
  }
  Component &component = result_.list[key];
  component.name = key.first;
  component.version = key.second;
  component.evidence.insert(std::move(evidence));
  return &component;
}

std::vector<NamedVersion> Collector::named(const std::string &name) const {
  std::vector<NamedVersion> keys;
  for (auto at = result_.list.lower_bound({name, ""});
       at != result_.list.end() && at->first.first == name; ++at)
    keys.push_back(at->first);
  return keys;
}

void Collector::addNeeds(const LockFile &lock, const LockedPackage &package) {
  auto asker = keyAt(package.path);
  auto need = [&](llvm::StringRef name) {
    const LockedPackage *found = lock.find(package.path, name);
    if (std::optional<NamedVersion> key = found ? keyAt(found->path) : std::nullopt)
      result_.list[*asker].needs.insert(*key);
  };
  if (!asker)
    return;
  for (const auto &[name, requirement] : package.needs)
    need(name);
  for (const std::string &name : package.mayNeed)
    need(name);
}

void Collector::addLockFile() {
  const File *file = findLockFile(files_);
  std::optional<LockFile> lock = readLockFile(files_);
  result_.lockFile = file ? file->path : "";
  result_.isLockRead = lock.has_value();
  if (!lock)
    return;
  result_.leftOut += lock->leftOut;
  for (const LockedPackage &package : lock->packages) {
    if (package.isDevelopment || package.isLink)
      continue;
    const std::string &name = package.ownName.empty() ? package.name : package.ownName;
    Component *component = add(name, package.version, {Source::LockFile, lock->file});
    if (!component)
      continue;
    byPath_[package.path] = {component->name, component->version};
    component->isRequired |= !package.isOptional;
    if (component->license.empty() && package.license.size() <= maxWord)
      component->license = package.license;
    if (component->integrity.empty())
      component->integrity = package.integrity;
  }
  for (const LockedPackage &package : lock->packages)
    addNeeds(*lock, package);
}

/// `license` as npm has it, or as its older form `{"type": "MIT"}`.
std::string licenseOf(const Json &manifest) {
  std::string license = textAt(manifest, "license");
  if (license.empty() && manifest.is_object() && manifest.contains("license"))
    license = textAt(manifest["license"], "type");
  return license.size() <= maxWord ? license : "";
}

void Collector::addFolders() {
  for (const auto &[path, file] : files_.files()) {
    llvm::StringRef folder = path;
    const size_t last = path.rfind("node_modules/");
    if (!folder.consume_back("/package.json") || last == std::string::npos ||
        file->bytes.size() > maxManifestBytes)
      continue;
    // only a package's own folder: `node_modules/a` or `node_modules/@a/b`
    llvm::StringRef inner = folder.drop_front(std::min(folder.size(), last + 13));
    if (inner.count('/') != (inner.starts_with("@") ? 1 : 0))
      continue;
    std::optional<Json> manifest = parseJson(file->bytes);
    if (!manifest)
      continue;
    std::string name = textAt(*manifest, "name");
    // the manifest alone says only which version was meant
    auto isOfPackage = [&](auto at) {
      return at != files_.files().end() &&
             llvm::StringRef(at->first).starts_with((folder + "/").str());
    };
    auto first = files_.files().lower_bound((folder + "/").str());
    const bool hasCode =
        isOfPackage(first) && (first->first != path || isOfPackage(std::next(first)));
    Component *component = add(name.empty() ? inner.str() : name, textAt(*manifest, "version"),
                               {hasCode ? Source::Folder : Source::Declaration, path});
    if (!component)
      continue;
    component->isRequired = true;
    byPath_[folder.str()] = {component->name, component->version};
    if (std::string license = licenseOf(*manifest); !license.empty())
      component->license = license;
  }
}

/// A version that the file itself doesn't say is the one that stands at the path it names, or the
/// only one there is.
void Collector::addInlined(const InlinedPackage &package, const std::string &file) {
  std::string version = package.version, name = package.name;
  if (version.empty()) {
    std::vector<NamedVersion> known = named(name);
    if (std::optional<NamedVersion> key = keyAt(package.path))
      std::tie(name, version) = *key;
    else if (known.size() == 1)
      version = known.front().second;
  }
  if (Component *component = add(name, version, {package.source, file}))
    component->isRequired = true;
}

void Collector::addInlined() {
  for (const auto &[path, file] : files_.files())
    for (const InlinedPackage &package : inlinedPackages(*file))
      addInlined(package, path);
}

void Collector::addDeclared() {
  for (const Dependency &dependency : manifest_.dependencies) {
    std::optional<NamedVersion> locked = keyAt("node_modules/" + dependency.name);
    std::vector<NamedVersion> known = named(dependency.name);
    if (!locked && known.size() == 1)
      locked = known.front();
    if (!locked) {
      Component *component = add(dependency.name, "", {Source::Declaration, manifest_.file});
      if (!component)
        continue;
      component->range = dependency.requirement.size() <= maxWord ? dependency.requirement : "";
      component->isRequired |= dependency.section == "dependencies";
      locked = NamedVersion(dependency.name, "");
    }
    result_.needs.insert(*locked);
  }
}

} // namespace

Components collectComponents(const FileTree &files, const Manifest &manifest) {
  return Collector(files, manifest).run();
}

} // namespace agentc
