#include "agentc/Bundle/Bundle.h"

#include "BundleRules.h"
#include "Files/FolderReader.h"
#include "Files/SourceFiles.h"

#include "agentc/Archive/ArchiveReader.h"
#include "agentc/Bundle/OpenedBundle.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

namespace {

using Opened = llvm::Expected<std::optional<Bundle>>;
using Unread = std::map<std::string, Diagnostic, std::less<>>;

bool isSourcePath(llvm::StringRef path) {
  auto language = languageOf(path);
  return language && *language != ast::Language::Json;
}

/// A local file's signature (APPNOTE 4.3.7), or the end record of an archive without files.
bool beginsAsZip(llvm::StringRef bytes) {
  return bytes.starts_with("PK\3\4") || bytes.starts_with("PK\5\6");
}

class Opener {
public:
  Opener(const BundleRequest &request, DiagnosticList &diagnostics)
      : request_(request), diagnostics_(diagnostics) {}

  Opened open();
  std::shared_ptr<InstalledPackages> installed; ///< beside what was opened; may be null
  Unread unread;

private:
  Opened openFolder(int fd);
  Opened openFile(int fd, uint64_t size);
  Opened openArchive(llvm::StringRef bytes, BundleForm form);
  Opened openSource(llvm::StringRef path, std::string bytes);
  Opened refuse(const RuleInfo &rule, llvm::StringRef file, const llvm::Twine &message);
  Opened finish(BundleForm form, Trust usualTrust, std::optional<FileTree> files);

  const BundleRequest &request_;
  DiagnosticList &diagnostics_;
};

Opened Opener::refuse(const RuleInfo &rule, llvm::StringRef file, const llvm::Twine &message) {
  diagnostics_.report(rule, file.str(), std::nullopt, message.str());
  return std::nullopt;
}

Opened Opener::finish(BundleForm form, Trust usualTrust, std::optional<FileTree> files) {
  if (!files)
    return std::nullopt;
  if (files->empty()) {
    if (diagnostics_.has(Severity::Error)) // what is in it was refused
      return std::nullopt;
    return refuse(reported::emptyBundle, "",
                  form == BundleForm::Folder ? "the folder has no files to read"
                                             : "the archive has no files");
  }
  Bundle bundle{request_.path, form, request_.trust.value_or(usualTrust), std::move(*files)};
  bundle.isSourceTree = request_.sourceTree.has_value();
  bundle.leavesTestsOut = bundle.isSourceTree && !request_.sourceTree->tests &&
                          form != BundleForm::SingleFile && bundle.trust == Trust::Author;
  return bundle;
}

Opened Opener::openFolder(int fd) {
  const Trust trust = request_.trust.value_or(Trust::Author);
  llvm::StringRef path = request_.path;
  FolderReader reader(path.size() > 1 ? path.rtrim('/') : path, trust, request_, diagnostics_);
  if (!request_.sourceTree)
    installed = std::make_shared<InstalledPackages>(::dup(fd), request_.limits);
  auto files = reader.read(fd);
  if (!files)
    return files.takeError();
  unread = reader.takeUnread();
  // If nothing was read, nothing can ask for the refused files.
  if (*files && (*files)->empty())
    for (const auto &[file, why] : unread)
      diagnostics_.mutableAll().push_back(why);
  return finish(BundleForm::Folder, trust, std::move(*files));
}

Opened Opener::openArchive(llvm::StringRef bytes, BundleForm form) {
  const std::string name = llvm::sys::path::filename(request_.path).str();
  auto files = form == BundleForm::Zip ? readZip(bytes, name, request_.limits, diagnostics_)
                                       : readTarGz(bytes, name, request_.limits, diagnostics_);
  return finish(form, Trust::Registry, std::move(files));
}

Opened Opener::openSource(llvm::StringRef path, std::string bytes) {
  if (bytes.empty())
    return refuse(reported::emptyBundle, "", "`" + path + "` is empty");
  if (auto reason = whyUnsafeName(path))
    return refuse(reported::folderFileName, path, *reason);
  FileTree files;
  files.add(path.str(), std::move(bytes));
  return finish(BundleForm::SingleFile, Trust::Author, std::move(files));
}

Opened Opener::openFile(int fd, uint64_t size) {
  const llvm::StringRef name = llvm::sys::path::filename(request_.path);
  const bool isSource = isSourcePath(name);
  const ReadLimits &limits = request_.limits;
  const uint64_t limit = isSource ? limits.fileBytes : limits.totalBytes;
  auto read = readOpenFile(fd, request_.path, limit);
  if (!read)
    return read.takeError();
  if (!*read)
    return refuse(isSource ? reported::folderFileSize : reported::folderTotalSize, "",
                  "`" + name + "` has " + llvm::Twine(size) + " bytes; at most " +
                      llvm::Twine(limit) + " are read");
  llvm::StringRef bytes = **read;
  // A source can end as an archive does without being one to whoever runs it.
  if (isSource ? beginsAsZip(bytes) : looksLikeZip(bytes))
    return openArchive(bytes, BundleForm::Zip);
  if (looksLikeGzip(bytes))
    return openArchive(bytes, BundleForm::TarGz);
  if (isSource) {
    const std::string folder = llvm::sys::path::parent_path(request_.path).str();
    const int beside = ::open(folder.empty() ? "." : folder.c_str(),
                              O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NONBLOCK);
    if (beside >= 0 && !request_.sourceTree)
      installed = std::make_shared<InstalledPackages>(beside, request_.limits);
    else if (beside >= 0)
      ::close(beside);
    return openSource(name, std::move(**read));
  }
  if (bytes.empty())
    return refuse(reported::emptyBundle, "", "`" + name + "` is empty");
  return refuse(reported::unknownBundleForm, "",
                "`" + name +
                    "` is not a zip or gzipped tar archive, nor a source by its extension; name a "
                    "folder, a .zip, a .tgz or one source file");
}

Opened Opener::open() {
  if (request_.path == "-") {
    llvm::StringRef name = llvm::sys::path::filename(request_.standardInputName);
    std::string bytes = request_.standardInput.value_or("");
    if (!isSourcePath(name))
      return refuse(reported::unknownBundleForm, "",
                    "the name `" + name +
                        "` of standard input is not a source's; name it by "
                        "`--stdin-filename`, such as agent.ts");
    if (bytes.size() > request_.limits.fileBytes)
      return refuse(reported::folderFileSize, "",
                    "standard input has over " + llvm::Twine(request_.limits.fileBytes) + " bytes");
    return openSource(name, std::move(bytes));
  }
  const int fd = ::open(request_.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return cannotRead(request_.path, errno);
  auto close = llvm::make_scope_exit([fd] { ::close(fd); });
  struct stat status;
  if (fstat(fd, &status) != 0)
    return cannotRead(request_.path, errno);
  if (S_ISDIR(status.st_mode)) {
    close.release();
    return openFolder(fd);
  }
  if (!S_ISREG(status.st_mode))
    return llvm::createStringError(std::errc::invalid_argument,
                                   "cannot read `%s`: neither a file nor a folder; give a source "
                                   "through `-`",
                                   escapeForTerminal(request_.path).c_str());
  return openFile(fd, static_cast<uint64_t>(status.st_size));
}

} // namespace

Opened openBundle(const BundleRequest &request, DiagnosticList &diagnostics) {
  auto opened = openWithPackages(request, diagnostics);
  if (!opened)
    return opened.takeError();
  if (!*opened)
    return std::nullopt;
  for (const auto &[path, why] : (*opened)->unread)
    diagnostics.mutableAll().push_back(why);
  return std::move((*opened)->bundle);
}

llvm::Expected<std::optional<OpenedBundle>> openWithPackages(const BundleRequest &request,
                                                             DiagnosticList &diagnostics) {
  Opener opener(request, diagnostics);
  Opened bundle =
      request.otherSources.empty() ? opener.open() : openSourceFiles(request, diagnostics);
  if (!bundle)
    return bundle.takeError();
  if (!*bundle)
    return std::nullopt;
  return OpenedBundle{std::move(**bundle), std::move(opener.installed), std::move(opener.unread)};
}

llvm::ArrayRef<const RuleInfo *> bundleRules() {
  static const std::vector<const RuleInfo *> table = [] {
    std::vector<const RuleInfo *> rules;
    for (auto part :
         {reported::structureRules(), reported::settingsRules(), reported::waiverRules(),
          reported::packageRules(), reported::agentFieldRules()})
      rules.insert(rules.end(), part.begin(), part.end());
    return rules;
  }();
  return table;
}

} // namespace agentc
