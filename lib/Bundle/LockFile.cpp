#include "agentc/Bundle/LockFile.h"

#include "agentc/Bundle/JsonTree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace agentc {

namespace {

constexpr size_t maxLockBytes = 16 << 20;
constexpr unsigned maxNesting = 64;
// Each need is looked for along the path of who has it.
constexpr size_t maxPath = 4096;
constexpr size_t maxNeeds = 100000;

class LockReader {
public:
  explicit LockReader(LockFile &lock) : lock_(lock) {}

  void read(const JsonNode &root);

private:
  void readPackage(const JsonNode::Member &entry);
  void readRoot(const JsonNode &root);
  void readOld(const JsonNode &dependencies, const std::string &above, unsigned depth);
  void readNeeds(const JsonNode &needs, LockedPackage &package);
  bool readField(const JsonNode::Member &field, LockedPackage &package);

  void add(LockedPackage package);

  LockFile &lock_;
  size_t needs_ = 0;
};

void LockReader::add(LockedPackage package) {
  needs_ += package.needs.size() + package.mayNeed.size();
  if (needs_ > maxNeeds) {
    package.needs.clear();
    package.mayNeed.clear();
  }
  lock_.leftOut += package.path.size() > maxPath || needs_ > maxNeeds;
  if (package.path.size() <= maxPath)
    lock_.packages.push_back(std::move(package));
}

bool isTrue(const JsonNode &node) {
  return node.kind() == JsonKind::Boolean && node.range().end - node.range().begin == 4;
}

void LockReader::readNeeds(const JsonNode &needs, LockedPackage &package) {
  for (const JsonNode::Member &need : needs.members())
    package.needs.emplace_back(need.key.str(), need.value.text().str());
}

/// Reads a field that both forms of the file name alike; false for others.
bool LockReader::readField(const JsonNode::Member &field, LockedPackage &package) {
  if (field.key == "version")
    package.version = field.value.text().str();
  else if (field.key == "resolved")
    package.resolved = field.value.text().str();
  else if (field.key == "integrity")
    package.integrity = field.value.text().str();
  else if (field.key == "dev")
    package.isDevelopment = isTrue(field.value);
  else if (field.key == "name")
    package.ownName = field.value.text().str();
  else if (field.key == "license")
    package.license = field.value.text().str();
  else if (field.key == "optional")
    package.isOptional = isTrue(field.value);
  else if (field.key == "link")
    package.isLink = isTrue(field.value);
  else if (field.key == "inBundle" || field.key == "bundled")
    package.isBundled = isTrue(field.value);
  else if (field.key == "hasInstallScript")
    package.runsScripts = isTrue(field.value);
  else
    return false;
  return true;
}

void LockReader::readRoot(const JsonNode &root) {
  lock_.requirements.emplace();
  for (const JsonNode::Member &section : root.members())
    if (section.key == "dependencies" || section.key == "optionalDependencies")
      for (const JsonNode::Member &one : section.value.members())
        lock_.requirements->push_back({one.key.str(), one.value.text().str(), one.keyRange});
}

void LockReader::readPackage(const JsonNode::Member &entry) {
  if (entry.key.empty())
    return readRoot(entry.value);
  static constexpr llvm::StringLiteral folder = "node_modules/";
  size_t last = entry.key.rfind(folder);
  if (last == llvm::StringRef::npos)
    return;
  LockedPackage package;
  package.path = entry.key.str();
  package.name = entry.key.drop_front(last + folder.size()).str();
  package.range = entry.keyRange;
  llvm::StringSet<> brought; // in its own file, so the lock file need not have them
  for (const JsonNode::Member &field : entry.value.members()) {
    if (field.key == "bundleDependencies")
      for (const JsonNode &name : field.value.items())
        brought.insert(name.text());
    else if (readField(field, package))
      continue;
    else if (field.key == "dependencies")
      readNeeds(field.value, package);
    else if (field.key == "optionalDependencies" || field.key == "peerDependencies")
      for (const JsonNode::Member &need : field.value.members())
        package.mayNeed.push_back(need.key.str());
  }
  llvm::erase_if(package.needs, [&](const auto &need) { return brought.contains(need.first); });
  add(std::move(package));
}

void LockReader::readOld(const JsonNode &dependencies, const std::string &above, unsigned depth) {
  if (depth > maxNesting)
    return;
  for (const JsonNode::Member &entry : dependencies.members()) {
    LockedPackage package;
    package.name = entry.key.str();
    package.path = above + "node_modules/" + package.name;
    package.range = entry.keyRange;
    std::optional<JsonNode> inner;
    for (const JsonNode::Member &field : entry.value.members()) {
      if (field.key == "requires")
        readNeeds(field.value, package);
      else if (field.key == "dependencies")
        inner = field.value;
      else
        readField(field, package);
    }
    std::string path = package.path + "/";
    add(std::move(package));
    if (inner)
      readOld(*inner, path, depth + 1);
  }
}

void LockReader::read(const JsonNode &root) {
  std::optional<JsonNode> old;
  bool isNew = false;
  for (const JsonNode::Member &member : root.members()) {
    if (member.key == "dependencies")
      old = member.value;
    if (member.key != "packages")
      continue;
    isNew = true;
    for (const JsonNode::Member &entry : member.value.members())
      readPackage(entry);
  }
  // form 2 has both, and npm reads the new one
  if (!isNew && old)
    readOld(*old, "", 0);
}

} // namespace

const LockedPackage *LockFile::find(llvm::StringRef from, llvm::StringRef name) const {
  auto at = [&](const std::string &path) -> const LockedPackage * {
    auto found =
        llvm::lower_bound(packages, path, [](const LockedPackage &one, const std::string &p) {
          return one.path < p;
        });
    return found != packages.end() && found->path == path ? &*found : nullptr;
  };
  for (unsigned depth = 0; depth < maxNesting; ++depth) {
    std::string base = from.empty() ? "" : from.str() + "/";
    if (const LockedPackage *found = at(base + "node_modules/" + name.str()))
      return found;
    if (from.empty())
      return nullptr;
    size_t last = from.rfind("node_modules/");
    from = last == llvm::StringRef::npos ? "" : from.take_front(last).rtrim('/');
  }
  return nullptr;
}

const File *findLockFile(const FileTree &files) {
  for (llvm::StringRef name : {"npm-shrinkwrap.json", "package-lock.json"})
    if (const File *file = files.find(name))
      return file;
  return nullptr;
}

std::optional<LockFile> readLockFile(const FileTree &files) {
  const File *file = findLockFile(files);
  if (!file || file->bytes.size() > maxLockBytes)
    return std::nullopt;
  JsonFile::Error error;
  std::optional<JsonFile> json = JsonFile::parse(file->path, file->bytes, error);
  if (!json)
    return std::nullopt;
  LockFile lock;
  lock.file = file->path;
  LockReader(lock).read(json->root());
  llvm::stable_sort(lock.packages,
                    [](const LockedPackage &a, const LockedPackage &b) { return a.path < b.path; });
  return lock;
}

} // namespace agentc
