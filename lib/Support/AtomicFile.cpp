#include "agentc/Support/AtomicFile.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace agentc {

namespace fs = llvm::sys::fs;

namespace {

std::error_code lastError() { return {errno, std::generic_category()}; }

std::error_code writeAll(int descriptor, llvm::StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return lastError();
    bytes = bytes.drop_front(static_cast<size_t>(written));
  }
  return {};
}

/// `/dev/stdout` and the like lead to whatever the shell opened; that is appended to, not replaced.
bool namesDescriptor(llvm::StringRef path) {
  return path.starts_with("/proc/") ||
         (path.starts_with("/dev/") && !path.starts_with("/dev/shm/"));
}

/// A device or a pipe can't be renamed over without being lost.
std::error_code writeInPlace(const std::string &path, llvm::StringRef bytes) {
  int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0)
    return lastError();
  std::error_code error = writeAll(descriptor, bytes);
  if (::close(descriptor) != 0 && !error)
    error = lastError();
  return error;
}

/// Makes the rename itself durable; a file system that can't sync folders is no reason to fail.
void syncFolder(llvm::StringRef folder) {
  int descriptor = ::open(folder.str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return;
  ::fsync(descriptor);
  ::close(descriptor);
}

/// A file that is being written: without a name, so that nothing is left of it however the program
/// ends, or, where the file system has no such files, under a random one.
struct Draft {
  int descriptor = -1;
  llvm::SmallString<256> name; ///< empty while it has none

  std::string link() const { return "/proc/self/fd/" + std::to_string(descriptor); }
};

/// Tries random names in a folder until `create` takes one.
template <typename Create>
std::error_code underNewName(llvm::StringRef folder, llvm::SmallString<256> &path, Create create) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    llvm::SmallString<32> name;
    fs::createUniquePath(".agentc-%%%%%%%%%%%%.tmp", name, /*MakeAbsolute=*/false);
    path = folder;
    llvm::sys::path::append(path, name);
    if (create(path.c_str()))
      return {};
    if (errno != EEXIST)
      break;
  }
  std::error_code error = lastError();
  path.clear();
  return error;
}

std::error_code openDraft(llvm::StringRef folder, unsigned mode, Draft &draft) {
  draft.descriptor = ::open(folder.str().c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
  // It gets its name through /proc, which a container may lack.
  if (draft.descriptor >= 0 && ::access(draft.link().c_str(), F_OK) == 0)
    return {};
  if (draft.descriptor >= 0)
    ::close(draft.descriptor);
  return underNewName(folder, draft.name, [&](const char *path) {
    draft.descriptor = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    return draft.descriptor >= 0;
  });
}

/// Gives a draft its name, or, where a file is there that a link cannot replace, one to be renamed.
std::error_code nameDraft(Draft &draft, llvm::StringRef folder, const char *path, bool replace) {
  auto linkAs = [&](const char *name) {
    return ::linkat(AT_FDCWD, draft.link().c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
  };
  if (linkAs(path))
    return {};
  if (errno != EEXIST || !replace)
    return lastError();
  return underNewName(folder, draft.name, linkAs);
}

/// A file system that cannot do the one without the other gets a plain rename.
std::error_code moveInto(const char *temporary, const char *path, bool replace) {
  if (!replace) {
    if (::renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
      return {};
    if (errno != EINVAL && errno != ENOSYS)
      return lastError();
    if (fs::exists(path))
      return std::make_error_code(std::errc::file_exists);
  }
  return ::rename(temporary, path) == 0 ? std::error_code() : lastError();
}

std::error_code placeFile(llvm::StringRef path, llvm::StringRef bytes, NewFile how) {
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (folder.empty())
    folder = ".";
  Draft draft;
  if (std::error_code error = openDraft(folder, how.mode, draft))
    return error;
  const std::string target = path.str();
  const std::string early = draft.name.str().str();
  if (!early.empty())
    llvm::sys::RemoveFileOnSignal(early);
  std::error_code error = writeAll(draft.descriptor, bytes);
  if (!error && how.durable && ::fsync(draft.descriptor) != 0)
    error = lastError();
  if (!error && draft.name.empty())
    error = nameDraft(draft, folder, target.c_str(), how.replace);
  if (::close(draft.descriptor) != 0 && !error)
    error = lastError();
  if (!error && !draft.name.empty())
    error = moveInto(draft.name.c_str(), target.c_str(), how.replace);
  if (error && !draft.name.empty())
    ::unlink(draft.name.c_str());
  if (!early.empty())
    llvm::sys::DontRemoveFileOnSignal(early);
  if (!error && how.durable)
    syncFolder(folder);
  return error;
}

} // namespace

llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes, NewFile how) {
  // Through a symbolic link the file it names is replaced, not the link.
  llvm::SmallString<256> target;
  if (fs::real_path(path, target))
    target = path;
  fs::file_status status;
  std::error_code error;
  if (!fs::status(target, status) && fs::is_directory(status))
    error = std::make_error_code(std::errc::is_a_directory);
  else if (fs::exists(status) && (namesDescriptor(path) || !fs::is_regular_file(status)))
    error = writeInPlace(target.str().str(), bytes);
  else
    error = placeFile(target, bytes, how);
  if (!error)
    return llvm::Error::success();
  return llvm::createStringError(error, "cannot write `" + escapeForTerminal(path) +
                                            "`: " + describe(error));
}

} // namespace agentc
