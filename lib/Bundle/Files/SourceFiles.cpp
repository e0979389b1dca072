#include "SourceFiles.h"

#include "BundleRules.h"
#include "FolderReader.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

namespace {

using Parts = llvm::SmallVector<llvm::StringRef, 16>;

/// The paths with `.` and `..` taken out; all absolute if one of them is, or leads upwards.
std::vector<std::string> normalize(llvm::ArrayRef<std::string> paths) {
  auto make = [&](bool absolute) {
    std::vector<std::string> result;
    for (const std::string &path : paths) {
      llvm::SmallString<256> one(path);
      if (absolute)
        (void)llvm::sys::fs::make_absolute(one);
      llvm::sys::path::remove_dots(one, /*remove_dot_dot=*/true);
      result.push_back(one.str().str());
    }
    return result;
  };
  std::vector<std::string> result = make(false);
  bool leadsOut = llvm::any_of(
      result, [](llvm::StringRef path) { return path.starts_with("/") || path.starts_with(".."); });
  return leadsOut ? make(true) : result;
}

/// The deepest folder that holds all of the files, ending in `/` unless it is empty.
llvm::StringRef commonFolder(llvm::ArrayRef<std::string> files) {
  llvm::StringRef folder = llvm::StringRef(files[0]).take_front(files[0].rfind('/') + 1);
  for (llvm::StringRef file : files)
    while (!file.starts_with(folder)) {
      llvm::StringRef above = folder.drop_back();
      folder = above.take_front(above.rfind('/') + 1);
    }
  return folder;
}

std::optional<std::string> whyUnsafePath(llvm::StringRef path) {
  Parts parts;
  path.split(parts, '/');
  for (llvm::StringRef part : parts)
    if (auto reason = whyUnsafeName(part))
      return reason;
  return std::nullopt;
}

llvm::Expected<std::optional<std::string>> readSource(const std::string &path, uint64_t limit) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return cannotRead(path, errno);
  auto close = llvm::make_scope_exit([fd] { ::close(fd); });
  struct stat status;
  if (fstat(fd, &status) != 0)
    return cannotRead(path, errno);
  auto language = languageOf(path);
  if (!S_ISREG(status.st_mode) || !language || *language == ast::Language::Json)
    return llvm::createStringError(
        std::errc::invalid_argument,
        "`%s` is not a source file; several paths are read together only "
        "if all are source files, else one bundle at a time",
        escapeForTerminal(path).c_str());
  return readOpenFile(fd, path, limit);
}

} // namespace

llvm::Expected<std::optional<Bundle>> openSourceFiles(const BundleRequest &request,
                                                      DiagnosticList &diagnostics) {
  std::vector<std::string> paths = {request.path};
  llvm::append_range(paths, request.otherSources);
  std::vector<std::string> names = normalize(paths);
  llvm::StringRef folder = commonFolder(names);
  Bundle bundle;
  bundle.path = folder.empty() ? "." : folder.size() > 1 ? folder.drop_back().str() : "/";
  bundle.trust = request.trust.value_or(Trust::Author);
  bundle.isSourceTree = request.sourceTree.has_value();
  uint64_t total = 0;
  for (size_t i = 0; i < paths.size(); ++i) {
    std::string name = llvm::StringRef(names[i]).drop_front(folder.size()).str();
    auto bytes = readSource(paths[i], request.limits.fileBytes);
    if (!bytes)
      return bytes.takeError();
    if (auto reason = whyUnsafePath(name)) {
      diagnostics.report(reported::folderFileName, name, std::nullopt, *reason);
      continue;
    }
    if (!*bytes) {
      diagnostics.report(reported::folderFileSize, name, std::nullopt,
                         "the file has over " + std::to_string(request.limits.fileBytes) +
                             " bytes");
      continue;
    }
    total += (*bytes)->size();
    if (total > request.limits.totalBytes) {
      diagnostics.report(reported::folderTotalSize, "", std::nullopt,
                         "the files have over " + std::to_string(request.limits.totalBytes) +
                             " bytes in all");
      return std::nullopt;
    }
    bundle.files.add(std::move(name), std::move(**bytes));
  }
  if (bundle.files.empty())
    return std::nullopt;
  return bundle;
}

} // namespace agentc
