#include "agentc/Cache/PackageCache.h"

#include "FolderLock.h"

#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

namespace fs = llvm::sys::fs;

namespace {

constexpr llvm::StringLiteral extension = ".zip";
/// Whoever got a path just now has not opened the file yet.
constexpr std::chrono::seconds graceTime{60};

llvm::Error failure(const char *what, llvm::StringRef path, std::error_code error) {
  return llvm::createStringError(error, std::string("cannot ") + what + " `" +
                                            escapeForTerminal(path) + "`: " + describe(error));
}

bool isDigest(llvm::StringRef text) {
  return text.size() == 64 &&
         llvm::all_of(text, [](char c) { return llvm::isDigit(c) || (c >= 'a' && c <= 'f'); });
}

/// Whether a file's bytes are what its name says; std::nullopt if it is not there.
llvm::Expected<std::optional<bool>> isWhole(const std::string &path, llvm::StringRef digest) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (buffer)
    return sha256Hex((*buffer)->getBuffer()) == digest;
  if (buffer.getError() == std::errc::no_such_file_or_directory)
    return std::nullopt;
  return failure("read", path, buffer.getError());
}

/// Its age in the cache counts from now on.
void touch(const std::string &path) { ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0); }

std::chrono::seconds ageOf(const struct stat &status) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::max(std::chrono::seconds(0), std::chrono::duration_cast<std::chrono::seconds>(now) -
                                               std::chrono::seconds(status.st_mtim.tv_sec));
}

/// Calls back with each regular file below the folder of files.
llvm::Error forEachFile(llvm::StringRef folder,
                        llvm::function_ref<void(const std::string &, const struct stat &)> visit) {
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error, /*follow_symlinks=*/false), end;
       at != end && !error; at.increment(error)) {
    struct stat status;
    if (::lstat(at->path().c_str(), &status) == 0 && S_ISREG(status.st_mode))
      visit(at->path(), status);
  }
  // Another process may remove a folder's file while it is read.
  if (error && error != std::errc::no_such_file_or_directory)
    return failure("read", folder, error);
  return llvm::Error::success();
}

} // namespace

llvm::Expected<PackageCache> PackageCache::open(llvm::StringRef folder) {
  if (std::error_code error = fs::create_directories(folder + "/sha256"))
    return failure("make", folder, error);
  return PackageCache(folder.str());
}

std::string PackageCache::pathOf(llvm::StringRef digest) const {
  assert(isDigest(digest) && "whoever asks has checked the digest");
  return (folder_ + "/sha256/" + digest.take_front(2) + "/" + digest + extension).str();
}

llvm::Expected<std::optional<std::string>> PackageCache::find(llvm::StringRef digest) const {
  llvm::Expected<FolderLock> lock = FolderLock::take(folder_, FolderLock::Kind::Shared);
  if (!lock)
    return lock.takeError();
  const std::string path = pathOf(digest);
  llvm::Expected<std::optional<bool>> whole = isWhole(path, digest);
  if (!whole)
    return whole.takeError();
  // Not removed: another process may be putting a whole one in its place.
  if (!whole->value_or(false))
    return std::nullopt;
  touch(path);
  return path;
}

llvm::Expected<std::string> PackageCache::add(llvm::StringRef digest, llvm::StringRef bytes) const {
  assert(sha256Hex(bytes) == digest && "whoever adds has checked the bytes");
  llvm::Expected<std::optional<std::string>> known = find(digest);
  if (!known)
    return known.takeError();
  if (*known)
    return **known;
  llvm::Expected<FolderLock> lock = FolderLock::take(folder_, FolderLock::Kind::Shared);
  if (!lock)
    return lock.takeError();
  const std::string path = pathOf(digest);
  const llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (std::error_code error = fs::create_directories(folder))
    return failure("make", folder, error);
  // Read-only: what is there under a digest is never written to.
  if (llvm::Error error = writeFileAtomically(path, bytes, {.mode = 0444, .replace = true}))
    return error;
  return path;
}

llvm::Expected<std::vector<PackageCache::Entry>> PackageCache::list() const {
  std::vector<Entry> entries;
  llvm::Error error = forEachFile(folder_ + "/sha256", [&](const std::string &path,
                                                           const struct stat &status) {
    llvm::StringRef name = llvm::sys::path::filename(path);
    if (name.consume_back(extension) && isDigest(name) && path == pathOf(name))
      entries.push_back({name.str(), path, static_cast<uint64_t>(status.st_size), ageOf(status)});
  });
  if (error)
    return error;
  llvm::sort(entries, [](const Entry &a, const Entry &b) { return a.digest < b.digest; });
  return entries;
}

llvm::Expected<std::vector<PackageCache::Entry>> PackageCache::verify() const {
  llvm::Expected<std::vector<Entry>> entries = list();
  if (!entries)
    return entries;
  for (Entry &entry : *entries) {
    llvm::Expected<std::optional<bool>> whole = isWhole(entry.path, entry.digest);
    if (!whole)
      return whole.takeError();
    entry.isDamaged = !whole->value_or(true); // one that was just removed is not damaged
  }
  return entries;
}

llvm::Expected<PackageCache::Collection>
PackageCache::collect(std::optional<std::chrono::seconds> maxAge,
                      std::optional<uint64_t> maxBytes) const {
  llvm::Expected<FolderLock> lock = FolderLock::take(folder_, FolderLock::Kind::Exclusive);
  if (!lock)
    return lock.takeError();
  // Nobody is adding now, so that every temporary file is an ended process's.
  llvm::Error error =
      forEachFile(folder_ + "/sha256", [](const std::string &path, const struct stat &) {
        llvm::StringRef name = llvm::sys::path::filename(path);
        if (name.starts_with(".agentc-") && name.ends_with(".tmp"))
          ::unlink(path.c_str());
      });
  if (error)
    return error;
  llvm::Expected<std::vector<Entry>> entries = list();
  if (!entries)
    return entries.takeError();
  llvm::stable_sort(*entries, [](const Entry &a, const Entry &b) { return a.unused > b.unused; });
  Collection result;
  for (const Entry &entry : *entries)
    result.keptBytes += entry.size;
  for (Entry &entry : *entries) {
    const bool isOld = maxAge && entry.unused > *maxAge;
    const bool isTooMuch = maxBytes && result.keptBytes > *maxBytes;
    if ((!isOld && !isTooMuch) || entry.unused < graceTime) {
      ++result.kept;
      continue;
    }
    if (::unlink(entry.path.c_str()) != 0 && errno != ENOENT)
      return failure("remove", entry.path, {errno, std::generic_category()});
    result.keptBytes -= entry.size;
    result.removed.push_back(std::move(entry));
  }
  return result;
}

} // namespace agentc
