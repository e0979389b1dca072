#include "FolderReader.h"

#include "BundleRules.h"
#include "SourceTree.h"

#include "agentc/Bundle/IgnoredPaths.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

llvm::Error cannotRead(const llvm::Twine &path, int errorNumber) {
  std::error_code code(errorNumber, std::generic_category());
  return llvm::createStringError(code, "cannot read `%s`: %s",
                                 escapeForTerminal(path.str()).c_str(), describe(code).c_str());
}

llvm::Expected<std::optional<std::string>> readOpenFile(int fd, llvm::StringRef path,
                                                        uint64_t limit) {
  struct stat status;
  if (fstat(fd, &status) != 0)
    return cannotRead(path, errno);
  if (static_cast<uint64_t>(status.st_size) > limit)
    return std::nullopt;
  // One byte more than expected, so that the end is seen without another round.
  std::string bytes(static_cast<size_t>(status.st_size) + 1, '\0');
  size_t used = 0;
  while (true) {
    const ssize_t got = ::read(fd, bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return cannotRead(path, errno);
    if (got == 0)
      break;
    used += static_cast<size_t>(got);
    if (used > limit)
      return std::nullopt;
    if (used == bytes.size())
      bytes.resize(bytes.size() * 2);
  }
  bytes.resize(used);
  bytes.shrink_to_fit();
  return bytes;
}

std::optional<std::string> whyUnsafeName(llvm::StringRef name) {
  if (findInvalidUtf8(name))
    return ("the name `" + name + "` is not UTF-8").str();
  for (size_t offset = 0; offset < name.size();) {
    DecodedCharacter character = decodeUtf8(name, offset);
    offset += character.length;
    const uint32_t c = *character.codePoint;
    if (c == '\\')
      return ("the name `" + name + "` has a backslash in it").str();
    // Scripts and emoji need the joiners; Archive takes them too.
    if (isDeceptive(c) && c != 0x200c && c != 0x200d)
      return ("the name `" + name + "` has the character U+" + llvm::utohexstr(c, false, 4) +
              " in it")
          .str();
  }
  return std::nullopt;
}

/// The name as file systems compare it that ignore case (simple folding, Unicode 15).
static std::string foldCase(llvm::StringRef name) {
  std::string folded;
  for (size_t offset = 0; offset < name.size();) {
    DecodedCharacter character = decodeUtf8(name, offset);
    offset += character.length;
    if (character.codePoint)
      appendUtf8(folded, llvm::sys::unicode::foldCharSimple(*character.codePoint));
  }
  return folded;
}

/// Of a source tree, larger files that are not sources are neither code nor prompts.
static constexpr uint64_t maxOtherBytes = 1 << 20;
static constexpr uint64_t maxIgnoreFileBytes = 256 << 10;

static bool isSource(llvm::StringRef path) {
  auto language = languageOf(path);
  return language && *language != ast::Language::Json;
}

FolderReader::FolderReader(llvm::StringRef shownPath, Trust trust, const BundleRequest &request,
                           DiagnosticList &diagnostics)
    : shownPath_(shownPath), trust_(trust), limits_(request.limits),
      isSourceTree_(request.sourceTree.has_value()),
      leavesOutIgnored_(isSourceTree_ && trust == Trust::Author && !request.sourceTree->ignored),
      ignored_(leavesOutIgnored_ ? llvm::ArrayRef(request.sourceTree->ignoreFiles)
                                 : llvm::ArrayRef<OuterIgnoreFile>()),
      diagnostics_(diagnostics) {}

void FolderReader::refuse(const RuleInfo &rule, const std::string &path,
                          const llvm::Twine &message) {
  if (!isSourceTree_) {
    DiagnosticList found;
    unread_.try_emplace(path, found.report(rule, path, std::nullopt, message.str()));
    return;
  }
  Diagnostic &diagnostic = diagnostics_.report(rule, path, std::nullopt, message.str());
  // A repository may hold what no package may; what isn't read is told all the same.
  if (isSourceTree_ && trust_ == Trust::Author &&
      (!isSource(path) || &rule == &reported::folderLink))
    lowerTo(diagnostic, Severity::Note);
}

void FolderReader::stop(const RuleInfo &rule, const llvm::Twine &message) {
  if (!stopped_)
    diagnostics_.report(rule, "", std::nullopt, message.str());
  stopped_ = true;
}

bool FolderReader::isLeftOut(llvm::StringRef name, bool atTop) const {
  if (isSourceTree_ && trust_ == Trust::Registry)
    return atTop && name == ".git";
  if (!isSourceTree_ && (name == ".npmignore" || name == ".gitignore"))
    return false;
  return name.starts_with(".") || name == "node_modules";
}

bool FolderReader::acceptName(llvm::StringRef name, const std::string &path, unsigned depth) {
  if (auto reason = whyUnsafeName(name)) {
    refuse(reported::folderFileName, path, *reason);
    return false;
  }
  if (depth > limits_.pathDepth || path.size() > limits_.pathBytes) {
    refuse(reported::folderDeepPath, path,
           depth > limits_.pathDepth
               ? "the path has over " + llvm::Twine(limits_.pathDepth) + " parts"
               : "the path has over " + llvm::Twine(limits_.pathBytes) + " bytes");
    return false;
  }
  auto [other, isNew] = byFolded_.try_emplace(foldCase(path), path);
  if (!isNew)
    refuse(reported::folderCaseCollision, path,
           "`" + path + "` and `" + other->second + "` differ only in case");
  return isNew;
}

llvm::Error FolderReader::readFile(int fd, const std::string &path) {
  const bool isOther = isSourceTree_ && !languageOf(path);
  auto bytes = readOpenFile(fd, shown(path), isOther ? maxOtherBytes : limits_.fileBytes);
  if (!bytes)
    return bytes.takeError();
  if (isOther && (!*bytes || llvm::StringRef(**bytes).take_front(8000).contains('\0')))
    return llvm::Error::success();
  if (!*bytes) {
    refuse(reported::folderFileSize, path,
           "the file has over " + llvm::Twine(limits_.fileBytes) + " bytes");
    return llvm::Error::success();
  }
  bytes_ += (*bytes)->size();
  if (bytes_ > limits_.totalBytes)
    stop(reported::folderTotalSize,
         "the files have over " + llvm::Twine(limits_.totalBytes) + " bytes in all");
  else
    files_.add(path, std::move(**bytes));
  return llvm::Error::success();
}

llvm::Error FolderReader::readEntry(int folder, const std::string &name, const std::string &path,
                                    unsigned depth) {
  struct stat status;
  if (fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
    return cannotRead(shown(path), errno);
  if (S_ISLNK(status.st_mode)) {
    // Of a repository's many links those are named that could lead to code.
    if (isSourceTree_ && !isSource(path) &&
        (fstatat(folder, name.c_str(), &status, 0) != 0 || !S_ISDIR(status.st_mode)))
      return llvm::Error::success();
    refuse(reported::folderLink, path,
           "`" + path + "` is a symbolic link; put the file itself into the bundle");
    return llvm::Error::success();
  }
  const bool isFolder = S_ISDIR(status.st_mode);
  if (isSourceTree_ && !isFolder && !S_ISREG(status.st_mode))
    return llvm::Error::success();
  if (!isFolder && !S_ISREG(status.st_mode)) {
    refuse(reported::folderSpecialFile, path, "`" + path + "` is neither a file nor a folder");
    return llvm::Error::success();
  }
  // The flags keep what was a file a moment ago from being followed or waited for.
  const int fd =
      openat(folder, name.c_str(),
             O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (isFolder ? O_DIRECTORY : 0));
  if (fd < 0)
    return cannotRead(shown(path), errno);
  if (isFolder)
    return readFolder(fd, path + "/", depth + 1);
  auto close = llvm::make_scope_exit([fd] { ::close(fd); });
  if (fstat(fd, &status) != 0)
    return cannotRead(shown(path), errno);
  if (!S_ISREG(status.st_mode))
    return cannotRead(shown(path), EINVAL);
  return readFile(fd, path);
}

/// The text of a file of a folder, empty where it is not a small file.
std::string FolderReader::readBeside(int folder, const char *name,
                                     const std::string &prefix) const {
  const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0)
    return "";
  auto close = llvm::make_scope_exit([fd] { ::close(fd); });
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
    return "";
  auto text = readOpenFile(fd, shown(prefix + name), maxIgnoreFileBytes);
  if (!text) {
    llvm::consumeError(text.takeError());
    return "";
  }
  return text->value_or("");
}

void FolderReader::readIgnoreFiles(int folder, const std::string &prefix) {
  ignored_.add(prefix, readBeside(folder, ".gitignore", prefix));
  ignored_.add(prefix, ignoredBySettings(readBeside(folder, "agentc.json", prefix)));
}

bool FolderReader::isIgnored(int folder, const std::string &name, const std::string &path) const {
  if (!leavesOutIgnored_ || ignored_.count() == 0)
    return false;
  struct stat status;
  const bool isFolder =
      fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
  return ignored_.ignores(path, isFolder);
}

llvm::Error FolderReader::readFolder(int folder, const std::string &prefix, unsigned depth) {
  DIR *stream = fdopendir(folder);
  if (!stream) {
    const int error = errno;
    ::close(folder);
    return cannotRead(shown(prefix), error);
  }
  auto close = llvm::make_scope_exit([stream] { closedir(stream); });
  std::vector<std::string> names;
  errno = 0;
  while (const dirent *entry = readdir(stream)) {
    llvm::StringRef name = entry->d_name;
    if (name == "." || name == ".." || isLeftOut(name, depth == 1))
      continue;
    if (++entries_ > limits_.entries) {
      stop(reported::folderTooManyEntries, "the folder has over " + llvm::Twine(limits_.entries) +
                                               " files and folders; is this the bundle's folder?");
      return llvm::Error::success();
    }
    names.push_back(name.str());
  }
  if (errno)
    return cannotRead(shown(prefix), errno);
  std::sort(names.begin(), names.end());
  const size_t rules = ignored_.count();
  auto forget = llvm::make_scope_exit([&] { ignored_.shrinkTo(rules); });
  if (leavesOutIgnored_)
    readIgnoreFiles(folder, prefix);
  for (const std::string &name : names) {
    const std::string path = prefix + name;
    if (isIgnored(folder, name, path))
      continue;
    if (!acceptName(name, path, depth))
      continue;
    if (llvm::Error error = readEntry(folder, name, path, depth))
      return error;
    if (stopped_)
      break;
  }
  return llvm::Error::success();
}

llvm::Expected<std::optional<FileTree>> FolderReader::read(int folder) {
  if (llvm::Error error = readFolder(folder, "", 1))
    return error;
  if (stopped_)
    return std::nullopt;
  return leavesOutIgnored_ ? withoutBuildOutput(files_) : std::move(files_);
}

} // namespace agentc
