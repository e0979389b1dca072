#include "agentc/Cache/ResultCache.h"

#include "DigestFolder.h"

#include "agentc/Cache/ContentKey.h"
#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Digest.h"
#include "agentc/Support/FolderLock.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

namespace fs = llvm::sys::fs;

namespace {

constexpr llvm::StringLiteral signature = "agentc result 1\n";
constexpr std::chrono::hours maxAge{24 * 30};
constexpr uint64_t maxBytes = 256ull << 20;
constexpr std::chrono::hours collectEvery{6};

/// Why others could put results there; std::nullopt if they can't.
std::optional<std::string> whyUntrusted(const std::string &folder) {
  struct stat status;
  if (::lstat(folder.c_str(), &status) != 0)
    return describe({errno, std::generic_category()});
  if (!S_ISDIR(status.st_mode))
    return "it is not a folder";
  if (status.st_uid != ::geteuid() && status.st_uid != 0)
    return "it belongs to another user";
  if (status.st_mode & (S_IWGRP | S_IWOTH))
    return "others may write to it";
  return std::nullopt;
}

std::string withHeader(llvm::StringRef key, llvm::StringRef bytes) {
  const std::array<char, 32> digest = sha256Bytes((key + bytes).str());
  return (signature + key + llvm::StringRef(digest.data(), digest.size()) + bytes).str();
}

} // namespace

ResultCache::ResultCache(std::unique_ptr<DigestFolder> files) : files_(std::move(files)) {}
ResultCache::ResultCache(ResultCache &&) = default;
ResultCache::~ResultCache() = default;

llvm::Expected<ResultCache> ResultCache::open(llvm::StringRef folder) {
  const std::string results = (folder + "/results").str();
  // A folder that can't be made may be there for reading only.
  if (std::error_code error = fs::create_directories(results, true, fs::owner_all);
      error && !fs::is_directory(results))
    return cacheFailure("make", results, error);
  for (const std::string &each : {folder.str(), results})
    if (std::optional<std::string> why = whyUntrusted(each))
      return llvm::createStringError(std::errc::permission_denied,
                                     "the cache folder `%s` is not used: %s",
                                     escapeForTerminal(each).c_str(), why->c_str());
  return ResultCache(std::make_unique<DigestFolder>(folder.str(), "results", ".lint"));
}

std::optional<std::string> ResultCache::find(llvm::StringRef key) const {
  const std::string path = files_->pathOf(key);
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
  if (!buffer)
    return std::nullopt;
  llvm::StringRef file = (*buffer)->getBuffer();
  const size_t header = signature.size() + key.size() + 32;
  if (file.size() < header || file != withHeader(key, file.drop_front(header)))
    return std::nullopt;
  touchEntry(path);
  return file.drop_front(header).str();
}

void ResultCache::add(llvm::StringRef key, llvm::StringRef bytes) const {
  auto lock = FolderLock::take(files_->folder(), FolderLock::Kind::Shared);
  const std::string path = files_->pathOf(key);
  if (!lock || fs::create_directories(llvm::sys::path::parent_path(path), true, fs::owner_all)) {
    llvm::consumeError(lock.takeError());
    return;
  }
  llvm::consumeError(writeFileAtomically(path, withHeader(key, bytes),
                                         {.mode = 0600, .replace = true, .durable = false}));
}

void ResultCache::collectIfDue() const {
  const std::string stamp = files_->folder() + "/collected";
  struct stat status;
  const auto now = std::chrono::system_clock::now();
  if (::lstat(stamp.c_str(), &status) == 0 &&
      now - std::chrono::system_clock::from_time_t(status.st_mtime) < collectEvery)
    return;
  const int file = ::open(stamp.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0)
    return;
  ::futimens(file, nullptr);
  ::close(file);
  if (auto collected = files_->collect(maxAge, maxBytes); !collected)
    llvm::consumeError(collected.takeError());
}

} // namespace agentc
