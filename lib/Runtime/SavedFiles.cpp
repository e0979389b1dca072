#include "SavedFiles.h"

#include "agentc/Support/Text.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace agentc {

SavedFiles &SavedFiles::operator=(SavedFiles &&other) {
  std::swap(folder_, other.folder_);
  std::swap(path_, other.path_);
  return *this;
}

SavedFiles::~SavedFiles() {
  if (folder_ >= 0)
    close(folder_);
}

static llvm::Error failed(const std::string &path) {
  std::error_code code(errno, std::generic_category());
  return llvm::createStringError(code, "`%s`: %s", escapeForTerminal(path).c_str(),
                                 describe(code).c_str());
}

llvm::Expected<SavedFiles> SavedFiles::open(llvm::StringRef folder) {
  SavedFiles files;
  files.path_ = folder.str();
  if (mkdir(files.path_.c_str(), 0777) != 0 && errno != EEXIST)
    return failed(files.path_);
  files.folder_ = ::open(files.path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (files.folder_ < 0)
    return failed(files.path_);
  return files;
}

static bool writeAll(int file, llvm::StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t size = write(file, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return false;
    bytes = bytes.drop_front(static_cast<size_t>(size));
  }
  return true;
}

llvm::Error SavedFiles::keep(llvm::StringRef folder, llvm::StringRef name,
                             llvm::StringRef bytes) const {
  std::string inner = folder.str(), target = name.str();
  std::string shown = path_ + "/" + inner + "/" + target;
  if (mkdirat(folder_, inner.c_str(), 0777) != 0 && errno != EEXIST)
    return failed(shown);
  int at = openat(folder_, inner.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (at < 0)
    return failed(shown);
  std::string temporary = "." + target + "." + std::to_string(getpid());
  int file =
      openat(at, temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  bool good = file >= 0 && writeAll(file, bytes);
  if (file >= 0 && close(file) != 0)
    good = false;
  good = good && renameat(at, temporary.c_str(), at, target.c_str()) == 0;
  llvm::Error error = good ? llvm::Error::success() : failed(shown);
  if (!good)
    unlinkat(at, temporary.c_str(), 0);
  close(at);
  return error;
}

llvm::Error SavedFiles::note(llvm::StringRef line) const {
  int file =
      openat(folder_, "saved.jsonl", O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
  bool good = file >= 0 && writeAll(file, (line + "\n").str());
  llvm::Error error = good ? llvm::Error::success() : failed(path_ + "/saved.jsonl");
  if (file >= 0)
    close(file);
  return error;
}

} // namespace agentc
