#include "agentc/Support/FolderLock.h"

#include "agentc/Support/Text.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace agentc {

llvm::Expected<FolderLock> FolderLock::take(llvm::StringRef folder, Kind kind,
                                            llvm::StringRef file) {
  const std::string path = (folder + "/" + file).str();
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (descriptor >= 0) {
    int result;
    do
      result = ::flock(descriptor, kind == Kind::Shared ? LOCK_SH : LOCK_EX);
    while (result != 0 && errno == EINTR);
    if (result == 0)
      return FolderLock(descriptor);
  }
  const std::error_code error(errno, std::generic_category());
  if (descriptor >= 0)
    ::close(descriptor);
  return llvm::createStringError(error, "cannot lock `" + escapeForTerminal(path) +
                                            "`: " + describe(error));
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0)
    ::close(descriptor_);
}

} // namespace agentc
