#include "agentc/Bundle/InstalledPackages.h"

#include "FolderReader.h"
#include "Names.h"

#include "agentc/Support/Digest.h"
#include "agentc/Support/Json.h"

#include "llvm/ADT/ScopeExit.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

namespace {

/// Beyond a bundle's limit: listing costs little, and packages have many files that nothing loads.
constexpr uint64_t maxListed = 200000;
constexpr unsigned maxLinks = 8;

std::string below(llvm::StringRef folder, llvm::StringRef name) {
  return folder.empty() ? name.str() : (folder + "/" + name).str();
}

llvm::StringRef above(llvm::StringRef folder) {
  return folder.contains('/') ? folder.rsplit('/').first : llvm::StringRef();
}

bool isModulesFolder(llvm::StringRef folder) {
  return folder == "node_modules" || folder.ends_with("/node_modules");
}

/// A folder or file by its path from the root, following no link on the way.
int openBelow(int root, llvm::StringRef path, int flags) {
  int at = ::dup(root);
  while (at >= 0 && !path.empty()) {
    auto [part, rest] = path.split('/');
    const int next = ::openat(at, part.str().c_str(),
                              O_CLOEXEC | O_NOFOLLOW | O_RDONLY | O_NONBLOCK |
                                  (rest.empty() ? flags : O_DIRECTORY));
    ::close(at);
    at = next;
    path = rest;
  }
  return at;
}

constexpr unsigned maxFoldersAbove = 8;

/// True if a folder's manifest marks it as the top of a workspace of npm, yarn, bun or pnpm.
bool isWorkspace(int folder, const ReadLimits &limits) {
  if (faccessat(folder, "pnpm-workspace.yaml", F_OK, AT_SYMLINK_NOFOLLOW) == 0)
    return true;
  const int fd = openBelow(folder, "package.json", 0);
  if (fd < 0)
    return false;
  auto close = llvm::make_scope_exit([fd] { ::close(fd); });
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
    return false;
  auto bytes = readOpenFile(fd, "package.json", limits.fileBytes);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return false;
  }
  auto json = *bytes ? parseJson(**bytes) : std::nullopt;
  return json && json->is_object() && json->contains("workspaces");
}

/// The top of the workspace that a folder belongs to; -1 if there is none.
int openWorkspace(int folder, const ReadLimits &limits) {
  int at = ::dup(folder);
  for (unsigned i = 0; at >= 0 && i < maxFoldersAbove; ++i) {
    const int above = ::openat(at, "..", O_CLOEXEC | O_RDONLY | O_DIRECTORY);
    ::close(at);
    if (above < 0 || isWorkspace(above, limits))
      return above;
    at = above;
  }
  if (at >= 0)
    ::close(at);
  return -1;
}

} // namespace

InstalledPackages::InstalledPackages(int root, const ReadLimits &limits, bool isTop)
    : root_(root), limits_(limits) {
  if (isTop)
    return;
  if (const int top = openWorkspace(root, limits); top >= 0)
    workspace_ = std::make_unique<InstalledPackages>(top, limits, /*isTop=*/true);
}

std::unique_ptr<InstalledPackages> InstalledPackages::fresh() const {
  return std::make_unique<InstalledPackages>(::dup(root_), limits_);
}

static std::string digestOf(llvm::ArrayRef<InstalledPackages::Listed> files) {
  std::string all;
  for (const InstalledPackages::Listed &file : files)
    all += file.path + '\0' + std::to_string(file.bytes.size()) + '\0' + file.bytes;
  return sha256Hex(all);
}

static std::string digestOf(const std::optional<std::string> &bytes) {
  return bytes ? sha256Hex(*bytes) : "";
}

static std::string digestOf(bool isThere) { return isThere ? "1" : ""; }

/// The digest of an answer.
std::string InstalledPackages::ask(Answer::Question question, llvm::StringRef from,
                                   llvm::StringRef name) {
  switch (question) {
  case Answer::Question::List:
    return digestOf(list(from, name));
  case Answer::Question::Beside:
    return digestOf(listBeside(name));
  case Answer::Question::Has:
    return digestOf(has(name));
  case Answer::Question::Read:
    return digestOf(read(name));
  }
  llvm_unreachable("all questions are asked");
}

bool InstalledPackages::answersAlike(llvm::ArrayRef<Answer> answers) {
  return llvm::all_of(answers, [&](const Answer &known) {
    return ask(known.question, known.from, known.name) == known.digest;
  });
}

InstalledPackages::~InstalledPackages() {
  if (root_ >= 0)
    ::close(root_);
}

/// Returns the path of `folder/name` with links resolved; std::nullopt if it is not a folder,
/// or outside the bundle's folder.
std::optional<std::string> InstalledPackages::realFolder(llvm::StringRef folder,
                                                         llvm::StringRef name) const {
  std::string path = below(folder, name);
  for (unsigned links = 0; links <= maxLinks;) {
    std::string done;
    bool isLink = false;
    for (llvm::StringRef rest = path; !rest.empty() && !isLink;) {
      auto [part, tail] = rest.split('/');
      rest = tail;
      const int at = openBelow(root_, done, O_DIRECTORY);
      if (at < 0)
        return std::nullopt;
      auto close = llvm::make_scope_exit([at] { ::close(at); });
      struct stat status;
      if (fstatat(at, part.str().c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return std::nullopt;
      if (S_ISLNK(status.st_mode)) {
        char target[PATH_MAX];
        const ssize_t size = readlinkat(at, part.str().c_str(), target, sizeof target);
        if (size <= 0 || static_cast<size_t>(size) >= sizeof target)
          return std::nullopt;
        // relative to the folder that the link stands in
        auto next = resolveRelative(below(done, "x"), llvm::StringRef(target, size));
        if (!next || next->empty())
          return std::nullopt;
        path = below(*next, rest);
        isLink = true;
        ++links;
      } else if (!S_ISDIR(status.st_mode)) {
        return std::nullopt;
      } else {
        done = below(done, part);
      }
    }
    if (!isLink)
      return done;
  }
  return std::nullopt;
}

std::vector<InstalledPackages::Listed> InstalledPackages::listBeside(llvm::StringRef folder) {
  std::vector<Listed> files;
  const int fd = asked_.insert(folder).second ? openBelow(root_, folder, O_DIRECTORY) : -1;
  if (fd >= 0)
    listFolder(fd, folder.empty() ? "" : folder.str() + "/", 1, files, /*isDeep=*/false);
  if (remembers_)
    answers_.push_back({Answer::Question::Beside, "", folder.str(), digestOf(files)});
  return files;
}

bool InstalledPackages::has(llvm::StringRef name) const {
  const bool isThere = isDependencyName(name) && (realFolder("node_modules", name).has_value() ||
                                                  (workspace_ && workspace_->has(name)));
  if (remembers_)
    answers_.push_back({Answer::Question::Has, "", name.str(), digestOf(isThere)});
  return isThere;
}

bool InstalledPackages::isShared(llvm::StringRef path) const {
  for (llvm::StringRef folder = path; !folder.empty(); folder = above(folder))
    if (shared_.contains(folder))
      return true;
  return false;
}

/// A package at the top of the workspace, which lies in the bundle as it does there.
std::vector<InstalledPackages::Listed> InstalledPackages::listShared(llvm::StringRef fromFolder,
                                                                     llvm::StringRef name) {
  if (!workspace_)
    return {};
  std::vector<Listed> files =
      workspace_->list(isShared(fromFolder) ? fromFolder : llvm::StringRef(), name);
  // another of this name may be in the way
  if (files.empty() ||
      !packages_.try_emplace(workspace_->lastPlace_, workspace_->lastPlace_).second)
    return {};
  shared_.insert(workspace_->lastPlace_);
  return files;
}

/// The path on the disk of one in the bundle.
std::string InstalledPackages::realOf(llvm::StringRef path) const {
  for (llvm::StringRef folder = path; !folder.empty(); folder = above(folder))
    if (auto known = packages_.find(std::string_view(folder)); known != packages_.end())
      return known->second + path.drop_front(folder.size()).str();
  return path.str();
}

/// The folder that npm would have put a package into for code in `fromFolder`.
std::string InstalledPackages::placeFor(llvm::StringRef fromFolder, llvm::StringRef realFrom,
                                        llvm::StringRef name, llvm::StringRef real) {
  // where it lies without a link, for code that lies there itself
  if (fromFolder == realFrom && real.ends_with(("node_modules/" + name).str()) &&
      real.find("node_modules/.") == llvm::StringRef::npos)
    for (llvm::StringRef at = fromFolder;; at = above(at)) {
      if (below(at, ("node_modules/" + name).str()) == real)
        return real.str();
      if (at.empty())
        break;
    }
  for (llvm::StringRef at = fromFolder;; at = above(at)) {
    std::string place = below(at, ("node_modules/" + name).str());
    if (auto known = packages_.find(place); known != packages_.end()) {
      if (known->second == real)
        return place;
      break; // another of this name is in the way
    }
    if (!at.empty())
      continue;
    std::optional<std::string> own = realFolder("node_modules", name);
    if (!own || *own == real)
      return place;
    break;
  }
  llvm::StringRef package = fromFolder;
  while (!package.empty() && !packages_.count(std::string_view(package)))
    package = above(package);
  return below(package, ("node_modules/" + name).str());
}

void InstalledPackages::listFolder(int folder, const std::string &prefix, unsigned depth,
                                   std::vector<Listed> &files, bool isDeep) {
  DIR *stream = fdopendir(folder);
  if (!stream) {
    ::close(folder);
    return;
  }
  auto close = llvm::make_scope_exit([stream] { closedir(stream); });
  std::vector<std::string> names;
  while (const dirent *entry = readdir(stream))
    if (entry->d_name[0] != '.' && llvm::StringRef(entry->d_name) != "node_modules")
      names.push_back(entry->d_name);
  std::sort(names.begin(), names.end());
  for (const std::string &name : names) {
    const std::string path = prefix + name;
    struct stat status;
    if (++entries_ > maxListed || path.size() > limits_.pathBytes || depth > limits_.pathDepth)
      return;
    if (whyUnsafeName(name) || fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    if (S_ISDIR(status.st_mode)) {
      if (!isDeep)
        continue;
      const int inner = openat(folder, name.c_str(),
                               O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_DIRECTORY);
      if (inner >= 0)
        listFolder(inner, path + "/", depth + 1, files);
    } else if (S_ISREG(status.st_mode)) {
      files.push_back({path, ""});
    }
  }
}

std::vector<InstalledPackages::Listed> InstalledPackages::list(llvm::StringRef fromFolder,
                                                               llvm::StringRef name) {
  std::vector<Listed> files = find(fromFolder, name);
  if (remembers_)
    answers_.push_back({Answer::Question::List, fromFolder.str(), name.str(), digestOf(files)});
  return files;
}

std::vector<InstalledPackages::Listed> InstalledPackages::find(llvm::StringRef fromFolder,
                                                               llvm::StringRef name) {
  std::vector<Listed> files;
  // a name is never a way out of the folder
  if (!isDependencyName(name) || !asked_.insert((fromFolder + "\n" + name).str()).second)
    return files;
  if (isShared(fromFolder))
    return listShared(fromFolder, name);
  const std::string realFrom = realOf(fromFolder);
  std::optional<std::string> real;
  for (llvm::StringRef at = realFrom; !real; at = above(at)) {
    if (!isModulesFolder(at))
      real = realFolder(below(at, "node_modules"), name);
    if (at.empty())
      break;
  }
  if (!real)
    return listShared(fromFolder, name);
  const std::string place = placeFor(fromFolder, realFrom, name, *real);
  lastPlace_ = place;
  if (!packages_.try_emplace(place, *real).second)
    return files;
  const int folder = openBelow(root_, *real, O_DIRECTORY);
  if (folder < 0)
    return files;
  listFolder(folder, place + "/", 1 + llvm::StringRef(place).count('/'), files);
  for (Listed &file : files)
    if (llvm::StringRef(file.path).ends_with("/package.json"))
      file.bytes = readBytes(file.path).value_or("");
  return files;
}

std::optional<std::string> InstalledPackages::read(llvm::StringRef path) {
  std::optional<std::string> bytes = readBytes(path);
  if (remembers_)
    answers_.push_back({Answer::Question::Read, "", path.str(), digestOf(bytes)});
  return bytes;
}

std::optional<std::string> InstalledPackages::readBytes(llvm::StringRef path) {
  if (isShared(path))
    return workspace_->read(path);
  const std::string real = realOf(path);
  const int fd = openBelow(root_, real, 0);
  if (fd < 0)
    return std::nullopt;
  auto close = llvm::make_scope_exit([fd] { ::close(fd); });
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  auto bytes = readOpenFile(fd, path, limits_.fileBytes);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return std::nullopt;
  }
  if (*bytes && (bytes_ += (*bytes)->size()) > limits_.totalBytes)
    return std::nullopt;
  return std::move(*bytes);
}

} // namespace agentc
