#include "agentc/Lint/Watch.h"

#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace agentc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr int quietMs = 50;

llvm::Expected<TreeWatch> TreeWatch::start(llvm::ArrayRef<std::string> paths) {
  const int descriptor = inotify_init1(IN_CLOEXEC);
  if (descriptor < 0)
    return usageError("`--watch` needs the system to tell of changes: " +
                      describe({errno, std::generic_category()}));
  TreeWatch watch(descriptor);
  for (const std::string &each : paths) {
    const bool isFolder = fs::is_directory(each);
    const llvm::StringRef parent = path::parent_path(each);
    // An editor puts a new file in the old one's place, which only the folder is told of.
    if (llvm::Error error =
            isFolder ? watch.addTree(each) : watch.add(parent.empty() ? "." : parent.str()))
      return error;
  }
  return watch;
}

TreeWatch::~TreeWatch() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

llvm::Error TreeWatch::add(const std::string &folder) const {
  constexpr uint32_t changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                               IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF;
  if (inotify_add_watch(descriptor_, folder.c_str(), changes | IN_ONLYDIR) >= 0)
    return llvm::Error::success();
  // A folder that is gone again is told of by the one that it was in.
  if (errno == ENOENT || errno == ENOTDIR || errno == EACCES)
    return llvm::Error::success();
  return usageError("`--watch` cannot watch `" + escapeForTerminal(folder) + "`" +
                    (errno == ENOSPC ? ": the system watches no more folders "
                                       "(fs.inotify.max_user_watches)"
                                     : ": " + describe({errno, std::generic_category()})));
}

llvm::Error TreeWatch::addTree(const std::string &folder) const {
  if (llvm::Error error = add(folder))
    return error;
  std::error_code failure;
  fs::recursive_directory_iterator end;
  for (fs::recursive_directory_iterator it(folder, failure, /*follow_symlinks=*/false);
       it != end && !failure; it.increment(failure)) {
    if (it->type() != fs::file_type::directory_file)
      continue;
    const llvm::StringRef name = path::filename(it->path());
    if (name == "node_modules" || name.starts_with("."))
      it.no_push();
    else if (llvm::Error error = add(it->path()))
      return error;
  }
  return llvm::Error::success();
}

void TreeWatch::wait() const {
  alignas(inotify_event) char events[4096];
  pollfd told{descriptor_, POLLIN, 0};
  for (int timeout = -1; poll(&told, 1, timeout) != 0; timeout = quietMs)
    if (read(descriptor_, events, sizeof events) < 0 && errno != EINTR && errno != EAGAIN)
      return;
}

} // namespace agentc
