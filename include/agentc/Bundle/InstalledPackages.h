#ifndef AGENTC_BUNDLE_INSTALLEDPACKAGES_H
#define AGENTC_BUNDLE_INSTALLEDPACKAGES_H

#include "agentc/Support/FileTree.h"
#include "agentc/Support/Limits.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace agentc {

/// The packages below the `node_modules` folders of a bundle's folder, listed one package at a time
/// as code asks for it, and read one file at a time; a folder that nothing asks for costs nothing.
/// Links are followed as far as they stay in the bundle's folder (pnpm), and what they lead to gets
/// the path that npm would have installed it at, so that a bundle without links means the same.
/// A package that is not there is looked for at the top of the workspace that the folder belongs
/// to, where npm puts what several packages share.
class InstalledPackages {
public:
  /// Takes a descriptor of the bundle's folder over; of the top of a workspace if `isTop`.
  InstalledPackages(int root, const ReadLimits &limits, bool isTop = false);
  ~InstalledPackages();
  InstalledPackages(const InstalledPackages &) = delete;
  InstalledPackages &operator=(const InstalledPackages &) = delete;

  struct Listed {
    std::string path;
    std::string bytes; ///< of a package.json; of other files they are read by `read`
  };
  /// The files of the package that code in a folder gets by a name, as Node looks for it; none
  /// where it is not installed, or was listed before. Dot files, and the package's own
  /// `node_modules`, are left out.
  std::vector<Listed> list(llvm::StringRef fromFolder, llvm::StringRef name);

  /// The files of one folder of the bundle's own, for a bundle of a file whose neighbours code asks
  /// for.
  std::vector<Listed> listBeside(llvm::StringRef folder);

  /// True if a package is installed at the top level.
  bool has(llvm::StringRef name) const;

  /// The bytes of a listed file; std::nullopt if it is not a regular file, or over a limit.
  std::optional<std::string> read(llvm::StringRef path);

  /// A question that was asked, and the digest of what was answered.
  struct Answer {
    enum class Question : uint8_t { List, Beside, Has, Read };
    Question question;
    std::string from; ///< of List the folder
    std::string name; ///< a package, else a path
    std::string digest;
  };
  /// From now on each answer is remembered, for `answers`.
  void remember() { remembers_ = true; }
  const std::vector<Answer> &answers() const { return answers_; }
  /// The same folder as if nothing had been asked.
  std::unique_ptr<InstalledPackages> fresh() const;
  /// Asks the same questions in their order; whether all have the same answers, so that whoever
  /// knew no more than them would come to the same.
  bool answersAlike(llvm::ArrayRef<Answer> answers);

private:
  std::vector<Listed> find(llvm::StringRef fromFolder, llvm::StringRef name);
  std::optional<std::string> readBytes(llvm::StringRef path);
  std::string ask(Answer::Question question, llvm::StringRef from, llvm::StringRef name);
  std::vector<Listed> listShared(llvm::StringRef fromFolder, llvm::StringRef name);
  bool isShared(llvm::StringRef path) const;
  std::optional<std::string> realFolder(llvm::StringRef folder, llvm::StringRef name) const;
  std::string placeFor(llvm::StringRef fromFolder, llvm::StringRef realFrom, llvm::StringRef name,
                       llvm::StringRef real);
  std::string realOf(llvm::StringRef path) const;
  void listFolder(int folder, const std::string &prefix, unsigned depth, std::vector<Listed> &files,
                  bool isDeep = true);

  int root_;
  ReadLimits limits_;
  llvm::StringSet<> asked_;
  /// Folders of packages as the bundle has them, and as the disk does.
  std::map<std::string, std::string, std::less<>> packages_;
  std::unique_ptr<InstalledPackages> workspace_; ///< null where the folder belongs to none
  llvm::StringSet<> shared_;                     ///< the folders of packages that are its
  std::string lastPlace_;                        ///< of the package that was listed last
  uint64_t entries_ = 0;
  uint64_t bytes_ = 0;
  bool remembers_ = false;
  mutable std::vector<Answer> answers_;
};

} // namespace agentc

#endif
