#include "GrantedFolders.h"

#include "llvm/ADT/StringRef.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace agentc {

static constexpr size_t longestPath = 4096;

GrantedFolders::GrantedFolders(llvm::ArrayRef<FileGrant> grants) {
  for (const FileGrant &grant : grants) {
    // A person's own links lead where the person meant.
    char *real = realpath(grant.folder.c_str(), nullptr);
    std::string folder = real ? real : "";
    free(real);
    Root root{grant.path, "", -1, grant.writes};
    struct stat facts;
    if (folder.empty() || stat(folder.c_str(), &facts) != 0)
      continue;
    if (S_ISREG(facts.st_mode)) {
      size_t slash = folder.rfind('/');
      root.only = folder.substr(slash + 1);
      folder.resize(std::max<size_t>(slash, 1));
    }
    root.folder = ::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root.folder >= 0 && grant.most) {
      root.counted = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      root.bound = FolderBound(root.counted, *grant.most);
    }
    // a bound that nobody can keep grants nothing
    if (root.folder >= 0 && (!grant.most || root.bound.isSet()))
      roots_.push_back(std::move(root));
    else if (root.folder >= 0)
      ::close(root.folder);
  }
}

GrantedFolders::~GrantedFolders() {
  for (const Root &root : roots_) {
    ::close(root.folder);
    if (root.counted >= 0)
      ::close(root.counted);
  }
}

GrantedFolders::Place GrantedFolders::placeOf(const std::string &path) {
  Place found;
  if (path.size() > longestPath || path.find('\0') != std::string::npos)
    return found;
  for (Root &root : roots_) {
    llvm::StringRef rest = path;
    if (!rest.consume_front(root.path) ||
        !(rest.empty() || rest.front() == '/' || root.path == "/") ||
        (found.root && found.root->path.size() >= root.path.size()))
      continue;
    rest = rest.ltrim('/');
    if (!root.only.empty() && !rest.empty())
      continue;
    found = {&root, root.only.empty() ? rest.str() : root.only};
  }
  return found;
}

int openBeneath(int folder, const std::string &path, uint64_t flags, uint64_t mode) {
  open_how how = {};
  how.flags = flags | O_CLOEXEC;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return static_cast<int>(
      syscall(SYS_openat2, folder, path.empty() ? "." : path.c_str(), &how, sizeof how));
}

/// Another descriptor of what one leads to.
static int reopen(int file, int flags) {
  return ::open(("/proc/self/fd/" + std::to_string(file)).c_str(), flags | O_CLOEXEC);
}

int GrantedFolders::openAt(const Place &place, uint64_t flags) const {
  if (place.root)
    return openBeneath(place.root->folder, place.rest, flags);
  errno = ENOENT;
  return -1;
}

int GrantedFolders::openParent(const Place &place, std::string &name) const {
  llvm::StringRef rest = place.rest;
  auto [folder, last] = rest.contains('/') ? rest.rsplit('/') : std::pair(llvm::StringRef(), rest);
  name = last.str();
  if (!place.root)
    errno = ENOENT;
  else if (!place.root->writes)
    errno = EROFS;
  else if (name.empty() || name == "." || name == ".." || !place.root->only.empty())
    errno = EPERM; // the granted folder or file itself
  else
    return openBeneath(place.root->folder, folder.str(), O_PATH | O_DIRECTORY);
  return -1;
}

/// Makes a file that isn't there.
int GrantedFolders::make(const Place &place) const {
  std::string name;
  int folder = openParent(place, name);
  if (folder < 0)
    return -1;
  FolderBound::Change change(place.bound());
  const bool hasRoom = change.hasRoom(0, 0, /*isNew=*/true);
  int made = hasRoom ? openBeneath(folder, name, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, 0666) : -1;
  int error = hasRoom ? errno : ENOSPC;
  if (made < 0)
    change.recount();
  ::close(folder);
  errno = error;
  return made;
}

/// Opens what `openAt` found. Only a regular file is: opening another kind can do something.
static int openFound(int found, const FileOpening &opening, FolderBound *bound) {
  struct stat facts;
  errno = 0;
  if (opening.creates && opening.exclusive)
    errno = EEXIST;
  else if (fstat(found, &facts) != 0)
    errno = EIO;
  else if (S_ISDIR(facts.st_mode))
    errno = EISDIR;
  else if (!S_ISREG(facts.st_mode))
    errno = EACCES;
  else if (opening.writes && (facts.st_mode & (S_ISUID | S_ISGID)))
    errno = EPERM;
  if (errno)
    return -1;
  const bool truncates = opening.writes && opening.truncates;
  FolderBound::Change change(truncates ? bound : nullptr);
  change.recount();
  return reopen(found, (opening.writes ? O_RDWR : O_RDONLY) | (truncates ? O_TRUNC : 0));
}

int GrantedFolders::openFile(const Place &place, FileOpening opening) const {
  opening.creates &= opening.writes;
  if (place.root && opening.writes && !place.root->writes) {
    errno = EROFS;
    return -1;
  }
  for (int attempt = 0; attempt < 2; ++attempt) {
    int found = openAt(place, O_PATH);
    if (found >= 0) {
      int file = openFound(found, opening, place.bound());
      int error = errno;
      ::close(found);
      errno = error;
      return file;
    }
    if (errno != ENOENT || !opening.creates)
      return -1;
    int made = make(place);
    if (made >= 0 || errno != EEXIST)
      return made; // or somebody else made it meanwhile
  }
  return -1;
}

} // namespace agentc
