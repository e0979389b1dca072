#ifndef AGENTC_LIB_BUNDLE_FILES_FOLDERREADER_H
#define AGENTC_LIB_BUNDLE_FILES_FOLDERREADER_H

#include "IgnoreRules.h"

#include "llvm/ADT/StringMap.h"

namespace agentc {

/// A path of the user's as Errors name it.
llvm::Error cannotRead(const llvm::Twine &path, int errorNumber);

/// Reads a regular file to its end, but no more than `limit` bytes; std::nullopt if it has more.
/// What it has by its size alone is refused unread.
llvm::Expected<std::optional<std::string>> readOpenFile(int fd, llvm::StringRef path,
                                                        uint64_t limit);

/// Why a name may stand in no bundle, as a message; std::nullopt if it may.
std::optional<std::string> whyUnsafeName(llvm::StringRef name);

/// Reads the files below a folder into a tree. Every step is taken from an open folder and follows
/// no link, so that a folder that changes meanwhile cannot lead out of itself.
class FolderReader {
public:
  FolderReader(llvm::StringRef shownPath, Trust trust, const BundleRequest &request,
               DiagnosticList &diagnostics);

  /// Takes the descriptor of the folder over. The tree, or std::nullopt once a limit for all of the
  /// bundle is reached.
  llvm::Expected<std::optional<FileTree>> read(int folder);

  /// Takes the diagnostics of unread files; they need not be reported yet.
  std::map<std::string, Diagnostic, std::less<>> takeUnread() { return std::move(unread_); }

private:
  llvm::Error readFolder(int folder, const std::string &prefix, unsigned depth);
  llvm::Error readEntry(int folder, const std::string &name, const std::string &path,
                        unsigned depth);
  llvm::Error readFile(int fd, const std::string &path);
  void readIgnoreFiles(int folder, const std::string &prefix);
  std::string readBeside(int folder, const char *name, const std::string &prefix) const;
  bool isLeftOut(llvm::StringRef name, bool atTop) const;
  bool isIgnored(int folder, const std::string &name, const std::string &path) const;
  bool acceptName(llvm::StringRef name, const std::string &path, unsigned depth);
  void refuse(const RuleInfo &rule, const std::string &path, const llvm::Twine &message);
  void stop(const RuleInfo &rule, const llvm::Twine &message);
  std::string shown(llvm::StringRef path) const { return (shownPath_ + "/" + path).str(); }

  llvm::StringRef shownPath_;
  Trust trust_;
  const ReadLimits &limits_;
  bool isSourceTree_;
  bool leavesOutIgnored_;
  IgnoreRules ignored_;
  DiagnosticList &diagnostics_;
  FileTree files_;
  std::map<std::string, Diagnostic, std::less<>> unread_;
  llvm::StringMap<std::string> byFolded_;
  uint64_t entries_ = 0;
  uint64_t bytes_ = 0;
  bool stopped_ = false;
};

} // namespace agentc

#endif
