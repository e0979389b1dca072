#include "agentc/Lint/Watch.h"

#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace agentc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr int quietMs = 50;
/// A program that writes all the time, as a log, holds nothing up for longer.
static constexpr std::chrono::seconds longestWait{1};

/// True for what editors leave beside a file while it is open or being saved.
static bool isScratch(llvm::StringRef name) {
  return name.ends_with("~") || name.ends_with(".swp") || name.ends_with(".swx") ||
         name.starts_with(".#") || name == "4913";
}

/// True if one of the events is about something that may be read.
static bool tellsOfChange(llvm::StringRef events) {
  while (events.size() >= sizeof(inotify_event)) {
    inotify_event event;
    std::memcpy(&event, events.data(), sizeof event);
    events = events.drop_front(sizeof event);
    const llvm::StringRef name = events.take_front(event.len).split('\0').first;
    events = events.drop_front(event.len);
    if (!isScratch(name))
      return true;
  }
  return false;
}

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
  using Clock = std::chrono::steady_clock;
  alignas(inotify_event) char events[4096];
  pollfd told{descriptor_, POLLIN, 0};
  std::optional<Clock::time_point> first;
  while (poll(&told, 1, first ? quietMs : -1) != 0) {
    const ssize_t size = read(descriptor_, events, sizeof events);
    if (size < 0 && errno != EINTR && errno != EAGAIN)
      return;
    if (!first && size > 0 && tellsOfChange({events, static_cast<size_t>(size)}))
      first = Clock::now();
    if (first && Clock::now() - *first > longestWait)
      return;
  }
}

} // namespace agentc
