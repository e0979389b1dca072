#include "Files.h"

#include "RequestHead.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

/// The limits of one call.
static constexpr uint64_t mostOperations = 200000, mostWritten = 256u << 20, mostPiece = 1u << 20;
static constexpr size_t mostHandles = 128, mostNames = 10000, mostNoted = 1000;

/// A question, and what the report will say of it.
struct Files::Asked {
  const Json &json;
  llvm::StringRef bytes;
  std::string what = textMember(json, "do");
  std::string path = textMember(json, "path");
  std::string dest = textMember(json, "dest");
  uint64_t moved = 0;

  uint64_t number(const char *member) const { return numberMember(json, member).value_or(0); }
  bool flag(const char *member) const { return flagMember(json, member); }
};

static std::string codeOf(int error) {
  static constexpr std::pair<int, const char *> names[] = {{EACCES, "EACCES"},
                                                           {EBADF, "EBADF"},
                                                           {EEXIST, "EEXIST"},
                                                           {EFBIG, "EFBIG"},
                                                           {EINVAL, "EINVAL"},
                                                           {EISDIR, "EISDIR"},
                                                           {ELOOP, "ELOOP"},
                                                           {EMFILE, "EMFILE"},
                                                           {ENAMETOOLONG, "ENAMETOOLONG"},
                                                           {ENOENT, "ENOENT"},
                                                           {ENOSPC, "ENOSPC"},
                                                           {ENOTDIR, "ENOTDIR"},
                                                           {ENOTEMPTY, "ENOTEMPTY"},
                                                           {EPERM, "EPERM"},
                                                           {EROFS, "EROFS"},
                                                           {EDQUOT, "ENOSPC"},
                                                           {ETXTBSY, "EPERM"},
                                                           {ENFILE, "EMFILE"},
                                                           // what the kernel says of a way out
                                                           {EXDEV, "EACCES"}};
  for (auto [number, name] : names)
    if (number == error)
      return name;
  return "EIO";
}

static Json failed(int error) { return {{"code", codeOf(error)}}; }

static Json doneUnless(int result) { return result == 0 ? Json::object() : failed(errno); }

Files::Files(const ToolRequest &request, ToolReport &report)
    : report_(report), folders_(request.grant.files) {}

Files::~Files() {
  for (const auto &[number, handle] : handles_)
    ::close(handle.file);
}

Json Files::open(Asked &asked) {
  if (handles_.size() >= mostHandles)
    return failed(EMFILE);
  GrantedFolders::Place place = folders_.placeOf(asked.path);
  int file = folders_.openFile(place, {asked.flag("writes"), asked.flag("creates"),
                                       asked.flag("exclusive"), asked.flag("truncates")});
  if (file < 0)
    return failed(errno);
  handles_[++lastHandle_] = {file, asked.flag("writes"), asked.path, place.root};
  return {{"handle", lastHandle_}};
}

Json Files::read(Asked &asked, std::string &bytes) {
  auto found = handles_.find(asked.number("handle"));
  if (found == handles_.end())
    return failed(EBADF);
  asked.path = found->second.path;
  bytes.resize(std::min(asked.number("length"), mostPiece));
  ssize_t size =
      pread(found->second.file, bytes.data(), bytes.size(), static_cast<off_t>(asked.number("at")));
  int error = errno;
  bytes.resize(size < 0 ? 0 : static_cast<size_t>(size));
  asked.moved = bytes.size();
  return size < 0 ? failed(error) : Json::object();
}

bool Files::spend(uint64_t bytes) {
  if (bytes > mostWritten - written_)
    return false;
  written_ += bytes;
  return true;
}

Json Files::write(Asked &asked) {
  auto found = handles_.find(asked.number("handle"));
  if (found == handles_.end() || !found->second.writes)
    return failed(EBADF);
  asked.path = found->second.path;
  const uint64_t at = asked.number("at"), end = at + asked.bytes.size();
  FolderBound::Change change(&found->second.root->bound);
  struct stat facts;
  if (end < at || fstat(found->second.file, &facts) != 0)
    return failed(EFBIG);
  const auto before = static_cast<uint64_t>(facts.st_size);
  if (!spend(asked.bytes.size()) || !change.hasRoom(before, std::max(before, end)))
    return failed(ENOSPC);
  for (uint64_t done = 0; done < asked.bytes.size();) {
    ssize_t size = pwrite(found->second.file, asked.bytes.data() + done, asked.bytes.size() - done,
                          static_cast<off_t>(at + done));
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0) {
      int error = size < 0 ? errno : EIO;
      change.recount();
      return failed(error);
    }
    done += static_cast<uint64_t>(size);
  }
  asked.moved = asked.bytes.size();
  return Json::object();
}

Json Files::resize(Asked &asked) {
  auto found = handles_.find(asked.number("handle"));
  if (found == handles_.end() || !found->second.writes)
    return failed(EBADF);
  asked.path = found->second.path;
  struct stat facts;
  const uint64_t size = asked.number("size");
  FolderBound::Change change(&found->second.root->bound);
  if (fstat(found->second.file, &facts) != 0)
    return failed(errno);
  const auto before = static_cast<uint64_t>(facts.st_size);
  if (size > before && (!spend(size - before) || !change.hasRoom(before, size)))
    return failed(ENOSPC);
  int result = ftruncate(found->second.file, static_cast<off_t>(size));
  if (result != 0 || size < before)
    change.recount();
  return doneUnless(result);
}

Json Files::sync(Asked &asked) {
  auto found = handles_.find(asked.number("handle"));
  if (found == handles_.end())
    return failed(EBADF);
  asked.path = found->second.path;
  return doneUnless(fsync(found->second.file));
}

Json Files::facts(Asked &asked) {
  struct stat facts;
  bool writes = false;
  if (std::optional<uint64_t> number = numberMember(asked.json, "handle")) {
    auto found = handles_.find(*number);
    if (found == handles_.end())
      return failed(EBADF);
    asked.path = found->second.path;
    writes = found->second.writes;
    if (fstat(found->second.file, &facts) != 0)
      return failed(errno);
  } else {
    GrantedFolders::Place place = folders_.placeOf(asked.path);
    int at = folders_.openAt(place, O_PATH);
    if (at < 0)
      return failed(errno);
    int result = fstat(at, &facts);
    ::close(at);
    if (result != 0)
      return failed(errno);
    writes = place.root->writes;
  }
  if (!S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode))
    return failed(EACCES);
  double mtimeMs = static_cast<double>(facts.st_mtim.tv_sec) * 1e3 +
                   static_cast<double>(facts.st_mtim.tv_nsec / 1000000);
  return {{"isFolder", S_ISDIR(facts.st_mode) != 0},
          {"size", facts.st_size},
          {"mtimeMs", mtimeMs},
          {"number", facts.st_ino},
          {"isWritable", writes}};
}

Json Files::close(Asked &asked) {
  auto found = handles_.find(asked.number("handle"));
  if (found == handles_.end())
    return failed(EBADF);
  ::close(found->second.file);
  handles_.erase(found);
  return Json::object();
}

Json Files::list(Asked &asked) {
  GrantedFolders::Place place = folders_.placeOf(asked.path);
  if (place.root && !place.root->only.empty())
    return failed(ENOTDIR);
  int file = folders_.openAt(place, O_RDONLY | O_DIRECTORY);
  if (file < 0)
    return failed(errno);
  DIR *folder = fdopendir(file);
  if (!folder) {
    ::close(file);
    return failed(EIO);
  }
  Json names = Json::array();
  while (const dirent *entry = readdir(folder)) {
    std::string name = entry->d_name;
    if (name == "." || name == "..")
      continue;
    struct stat facts = {};
    // a link counts as what it leads to, if that is within reach
    int at = openBeneath(file, name, O_PATH);
    bool isFolder = at >= 0 && fstat(at, &facts) == 0 && S_ISDIR(facts.st_mode);
    if (at >= 0)
      ::close(at);
    names.push_back({std::move(name), isFolder});
    if (names.size() > mostNames)
      break;
  }
  closedir(folder);
  return names.size() > mostNames ? failed(EFBIG) : Json{{"names", std::move(names)}};
}

/// Makes or removes a name in a folder, or sets its time.
Json Files::change(Asked &asked) {
  GrantedFolders::Place place = folders_.placeOf(asked.path);
  if (asked.what == "utime") {
    if (place.root && !place.root->writes)
      return failed(EROFS);
    int at = folders_.openAt(place, O_PATH);
    if (at < 0)
      return failed(errno);
    double ms = asked.json.contains("ms") && asked.json["ms"].is_number()
                    ? asked.json["ms"].get<double>()
                    : 0;
    timespec time = {static_cast<time_t>(ms / 1e3), 0};
    timespec times[2] = {time, time};
    int result = utimensat(AT_FDCWD, ("/proc/self/fd/" + std::to_string(at)).c_str(), times, 0);
    int error = errno;
    ::close(at);
    return result == 0 ? Json::object() : failed(error);
  }
  std::string name;
  int folder = folders_.openParent(place, name);
  if (folder < 0)
    return failed(errno);
  FolderBound::Change bound(place.bound());
  const bool makes = asked.what == "mkdir";
  const bool hasRoom = !makes || bound.hasRoom(0, 0, /*isNew=*/true);
  errno = ENOSPC;
  int result = !hasRoom                ? -1
               : makes                 ? mkdirat(folder, name.c_str(), 0777)
               : asked.what == "rmdir" ? unlinkat(folder, name.c_str(), AT_REMOVEDIR)
                                       : unlinkat(folder, name.c_str(), 0);
  int error = errno;
  if (!makes || result != 0)
    bound.recount();
  ::close(folder);
  return result == 0 ? Json::object() : failed(error);
}

Json Files::rename(Asked &asked) {
  std::string name, newName;
  GrantedFolders::Place place = folders_.placeOf(asked.path), dest = folders_.placeOf(asked.dest);
  int from = folders_.openParent(place, name);
  if (from < 0)
    return failed(errno);
  int to = folders_.openParent(dest, newName);
  int result = -1, error = errno;
  if (to >= 0) {
    FolderBound::Change change(place.bound());
    change.recount();
    // what comes into a folder with a bound is written, so that it counts
    if (place.root != dest.root && dest.root->bound.isSet())
      errno = EXDEV;
    else
      result = renameat(from, name.c_str(), to, newName.c_str());
    error = errno;
  }
  ::close(from);
  if (to >= 0)
    ::close(to);
  if (result != 0 && to >= 0 && error == EXDEV)
    return {{"code", "EXDEV"}};
  return result == 0 ? Json::object() : failed(error);
}

/// One line for what is done with one path in one way, and how it went.
void Files::note(const Asked &asked, const std::string &code) {
  if (asked.what == "facts" && code.empty() && asked.json.contains("handle"))
    return;
  for (FileUse &use : report_.files)
    if (use.operation == asked.what && use.path == asked.path && use.dest == asked.dest &&
        use.code == code) {
      ++use.times;
      use.bytes += asked.moved;
      return;
    }
  if (report_.files.size() < mostNoted)
    report_.files.push_back({asked.what, asked.path, asked.dest, code, 1, asked.moved});
  else
    ++report_.untoldFiles;
}

Json Files::answer(Asked &asked, std::string &bytes) {
  if (asked.what == "open")
    return open(asked);
  if (asked.what == "read")
    return read(asked, bytes);
  if (asked.what == "write")
    return write(asked);
  if (asked.what == "resize")
    return resize(asked);
  if (asked.what == "sync")
    return sync(asked);
  if (asked.what == "facts")
    return facts(asked);
  if (asked.what == "close")
    return close(asked);
  if (asked.what == "list")
    return list(asked);
  if (asked.what == "rename")
    return rename(asked);
  return change(asked);
}

std::optional<std::string> Files::hear(const GuestMessage &message, Reply reply) {
  static constexpr llvm::StringLiteral known[] = {"open",   "read",   "write", "resize", "sync",
                                                  "facts",  "close",  "list",  "mkdir",  "rmdir",
                                                  "unlink", "rename", "utime"};
  std::optional<Json> json = parseJson(message.json);
  if (!json || !json->is_object() || !llvm::is_contained(known, textMember(*json, "do")))
    return "the process broke the protocol";
  if (++operations_ > mostOperations)
    return "more than " + std::to_string(mostOperations) + " operations on files";
  Asked asked{*json, message.bytes};
  std::string bytes;
  Json answered = answer(asked, bytes);
  if (asked.what != "close")
    note(asked, answered.contains("code") ? answered["code"].get<std::string>() : "");
  std::string text = printJson(answered, /*indented=*/false);
  reply({Topic::File, message.number, text, bytes});
  return std::nullopt;
}

} // namespace agentc
