#include "agentc/Cache/PackageCache.h"

#include "DigestFolder.h"

#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Digest.h"
#include "agentc/Support/FolderLock.h"
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

/// True if a file's bytes match the digest in its name; std::nullopt if the file is not there.
llvm::Expected<std::optional<bool>> isWhole(const std::string &path, llvm::StringRef digest) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (buffer)
    return sha256Hex((*buffer)->getBuffer()) == digest;
  if (buffer.getError() == std::errc::no_such_file_or_directory)
    return std::nullopt;
  return cacheFailure("read", path, buffer.getError());
}

} // namespace

llvm::Expected<PackageCache> PackageCache::open(llvm::StringRef folder) {
  if (std::error_code error = fs::create_directories(folder + "/sha256"))
    return cacheFailure("make", folder, error);
  return PackageCache(folder.str());
}

llvm::Expected<std::optional<std::string>> PackageCache::find(llvm::StringRef digest) const {
  llvm::Expected<FolderLock> lock = FolderLock::take(files_->folder(), FolderLock::Kind::Shared);
  if (!lock)
    return lock.takeError();
  const std::string path = files_->pathOf(digest);
  llvm::Expected<std::optional<bool>> whole = isWhole(path, digest);
  if (!whole)
    return whole.takeError();
  // Not removed: another process may be putting a whole one in its place.
  if (!whole->value_or(false))
    return std::nullopt;
  touchEntry(path);
  return path;
}

llvm::Expected<std::string> PackageCache::add(llvm::StringRef digest, llvm::StringRef bytes) const {
  assert(sha256Hex(bytes) == digest && "whoever adds has checked the bytes");
  llvm::Expected<std::optional<std::string>> known = find(digest);
  if (!known)
    return known.takeError();
  if (*known)
    return **known;
  llvm::Expected<FolderLock> lock = FolderLock::take(files_->folder(), FolderLock::Kind::Shared);
  if (!lock)
    return lock.takeError();
  const std::string path = files_->pathOf(digest);
  const llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (std::error_code error = fs::create_directories(folder))
    return cacheFailure("make", folder, error);
  // Read-only: what is there under a digest is never written to.
  if (llvm::Error error = writeFileAtomically(path, bytes, {.mode = 0444, .replace = true}))
    return error;
  return path;
}

PackageCache::PackageCache(std::string folder)
    : files_(std::make_unique<DigestFolder>(std::move(folder), "sha256", ".zip")) {}
PackageCache::PackageCache(PackageCache &&) = default;
PackageCache::~PackageCache() = default;

llvm::Expected<std::vector<CacheEntry>> PackageCache::list() const { return files_->list(); }

llvm::Expected<CacheCollection> PackageCache::collect(std::optional<std::chrono::seconds> maxAge,
                                                      std::optional<uint64_t> maxBytes) const {
  return files_->collect(maxAge, maxBytes);
}

llvm::Expected<std::vector<CacheEntry>> PackageCache::verify() const {
  llvm::Expected<std::vector<CacheEntry>> entries = files_->list();
  if (!entries)
    return entries;
  for (CacheEntry &entry : *entries) {
    llvm::Expected<std::optional<bool>> whole = isWhole(entry.path, entry.digest);
    if (!whole)
      return whole.takeError();
    entry.isDamaged = !whole->value_or(true); // one that was just removed is not damaged
  }
  return entries;
}

} // namespace agentc
