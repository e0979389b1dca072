#include "FolderBound.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

static constexpr uint64_t block = 4096, mostBoundNames = 10000;
static constexpr unsigned deepest = 64;

static uint64_t costOf(uint64_t size) {
  if (size > UINT64_MAX - block)
    return UINT64_MAX;
  return std::max(block, (size + block - 1) / block * block);
}

namespace {

struct Holdings {
  uint64_t bytes = 0, names = 0;
};

} // namespace

/// Adds up what a folder holds; false where it can't be told. Takes the descriptor.
static bool addUp(int file, unsigned depth, Holdings &all) {
  DIR *folder = file < 0 ? nullptr : fdopendir(file);
  if (!folder) {
    if (file >= 0)
      close(file);
    return false;
  }
  bool good = depth < deepest;
  while (const dirent *entry = good ? readdir(folder) : nullptr) {
    const bool isDots = entry->d_name[0] == '.' &&
                        (!entry->d_name[1] || (entry->d_name[1] == '.' && !entry->d_name[2]));
    struct stat facts;
    if (isDots || fstatat(dirfd(folder), entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    ++all.names;
    all.bytes += costOf(S_ISREG(facts.st_mode) ? static_cast<uint64_t>(facts.st_size) : 0);
    if (S_ISDIR(facts.st_mode))
      good = addUp(
          openat(dirfd(folder), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
          depth + 1, all);
    good = good && all.names <= mostBoundNames;
  }
  closedir(folder);
  return good;
}

static bool isSame(const timespec &a, const timespec &b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/// Counts the folder's contents unless the last count still holds; true if `bytes_` and
/// `names_` are correct.
bool FolderBound::count() {
  if (counted_)
    return true;
  struct stat facts;
  if (fstat(folder_, &facts) != 0)
    return false;
  Holdings all;
  if (!addUp(openat(folder_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0, all))
    return false;
  bytes_ = all.bytes;
  names_ = all.names;
  counted_ = facts.st_mtim;
  return true;
}

FolderBound::Change::Change(FolderBound *bound)
    : bound_(bound && bound->isSet() ? bound : nullptr) {
  if (!bound_)
    return;
  while (flock(bound_->folder_, LOCK_EX) != 0 && errno == EINTR)
    ;
  struct stat facts;
  // somebody else has changed it since
  if (bound_->counted_ &&
      (fstat(bound_->folder_, &facts) != 0 || !isSame(*bound_->counted_, facts.st_mtim)))
    bound_->counted_.reset();
}

FolderBound::Change::~Change() {
  if (!bound_)
    return;
  const int error = errno;
  struct stat facts;
  timespec now = {};
  if (fstat(bound_->folder_, &facts) == 0 && clock_gettime(CLOCK_REALTIME, &now) == 0) {
    // later than any time that somebody else can have counted at
    const timespec last = facts.st_mtim;
    if (now.tv_sec < last.tv_sec || (now.tv_sec == last.tv_sec && now.tv_nsec <= last.tv_nsec)) {
      now = last;
      if (++now.tv_nsec == 1000000000)
        now = {last.tv_sec + 1, 0};
    }
    const timespec times[2] = {{0, UTIME_OMIT}, now};
    const bool isTold =
        futimens(bound_->folder_, times) == 0 && fstat(bound_->folder_, &facts) == 0;
    if (bound_->counted_ && isTold)
      bound_->counted_ = facts.st_mtim;
    else
      bound_->counted_.reset();
  }
  flock(bound_->folder_, LOCK_UN);
  errno = error;
}

bool FolderBound::Change::hasRoom(uint64_t size, uint64_t newSize, bool isNew) {
  if (!bound_)
    return true;
  const uint64_t before = isNew ? 0 : costOf(size), after = costOf(newSize);
  if (after <= before)
    return true;
  if (!bound_->count() || after - before > bound_->most_ ||
      bound_->bytes_ > bound_->most_ - (after - before) ||
      (isNew && bound_->names_ >= mostBoundNames))
    return false;
  bound_->bytes_ += after - before;
  bound_->names_ += isNew;
  return true;
}

void FolderBound::Change::recount() {
  if (bound_)
    bound_->counted_.reset();
}

} // namespace agentc
