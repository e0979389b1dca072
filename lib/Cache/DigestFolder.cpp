#include "DigestFolder.h"

#include "agentc/Support/FolderLock.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

namespace fs = llvm::sys::fs;

namespace {

/// Whoever got a path just now has not opened the file yet.
constexpr std::chrono::seconds graceTime{60};

bool isDigest(llvm::StringRef text) {
  return text.size() == 64 &&
         llvm::all_of(text, [](char c) { return llvm::isDigit(c) || (c >= 'a' && c <= 'f'); });
}

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
    return cacheFailure("read", folder, error);
  return llvm::Error::success();
}

} // namespace

llvm::Error cacheFailure(const char *what, llvm::StringRef path, std::error_code error) {
  return llvm::createStringError(error, std::string("cannot ") + what + " `" +
                                            escapeForTerminal(path) + "`: " + describe(error));
}

void touchEntry(const std::string &path) { ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0); }

std::string DigestFolder::pathOf(llvm::StringRef digest) const {
  assert(isDigest(digest) && "whoever asks has checked the digest");
  return (folder_ + "/" + name_ + "/" + digest.take_front(2) + "/" + digest + extension_).str();
}

llvm::Expected<std::vector<CacheEntry>> DigestFolder::list() const {
  std::vector<CacheEntry> entries;
  llvm::Error error = forEachFile((folder_ + "/" + name_).str(), [&](const std::string &path,
                                                                     const struct stat &status) {
    llvm::StringRef name = llvm::sys::path::filename(path);
    if (name.consume_back(extension_) && isDigest(name) && path == pathOf(name))
      entries.push_back({name.str(), path, static_cast<uint64_t>(status.st_size), ageOf(status)});
  });
  if (error)
    return error;
  llvm::sort(entries, [](const CacheEntry &a, const CacheEntry &b) { return a.digest < b.digest; });
  return entries;
}

llvm::Expected<CacheCollection> DigestFolder::collect(std::optional<std::chrono::seconds> maxAge,
                                                      std::optional<uint64_t> maxBytes) const {
  llvm::Expected<FolderLock> lock = FolderLock::take(folder_, FolderLock::Kind::Exclusive);
  if (!lock)
    return lock.takeError();
  // Nobody is adding now, so that every temporary file is an ended process's.
  llvm::Error error =
      forEachFile((folder_ + "/" + name_).str(), [](const std::string &path, const struct stat &) {
        llvm::StringRef name = llvm::sys::path::filename(path);
        if (name.starts_with(".agentc-") && name.ends_with(".tmp"))
          ::unlink(path.c_str());
      });
  if (error)
    return error;
  llvm::Expected<std::vector<CacheEntry>> entries = list();
  if (!entries)
    return entries.takeError();
  llvm::stable_sort(*entries,
                    [](const CacheEntry &a, const CacheEntry &b) { return a.unused > b.unused; });
  CacheCollection result;
  for (const CacheEntry &entry : *entries)
    result.keptBytes += entry.size;
  for (CacheEntry &entry : *entries) {
    const bool isOld = maxAge && entry.unused > *maxAge;
    const bool isTooMuch = maxBytes && result.keptBytes > *maxBytes;
    if ((!isOld && !isTooMuch) || entry.unused < graceTime) {
      ++result.kept;
      continue;
    }
    if (::unlink(entry.path.c_str()) != 0 && errno != ENOENT)
      return cacheFailure("remove", entry.path, {errno, std::generic_category()});
    result.keptBytes -= entry.size;
    result.removed.push_back(std::move(entry));
  }
  return result;
}

} // namespace agentc
