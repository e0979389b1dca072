#ifndef AGENTC_LIB_LINT_GIT_H
#define AGENTC_LIB_LINT_GIT_H

#include "agentc/CommandLine/DriverEnv.h"

#include <map>
#include <vector>

namespace agentc {

/// A path without links; as it is where it cannot be read.
std::string realPath(llvm::StringRef name);

/// A git repository, read through the program `git`. Only objects are asked for, by plumbing that
/// looks at neither index nor working files: nothing that the repository's own settings or
/// attributes name is started (filters, hooks, monitors, external diffs, transports), and nothing
/// is written or fetched. An Error is for people.
class Git {
public:
  /// The repository around a folder.
  static llvm::Expected<Git> open(const DriverEnv &env, llvm::StringRef folder);

  /// The top of the working tree, absolute and without links.
  const std::string &top() const { return top_; }

  /// The commit that a revision and HEAD have in common.
  llvm::Expected<std::string> mergeBase(llvm::StringRef revision) const;
  /// The ids of a commit's files by their paths, without links and submodules.
  using Tree = std::map<std::string, std::string, std::less<>>;
  llvm::Expected<Tree> tree(llvm::StringRef commit) const;
  /// The bytes of blobs, in the order asked for.
  llvm::Expected<std::vector<std::string>> blobs(llvm::ArrayRef<std::string> ids) const;

private:
  Git() = default;
  struct Answer {
    int code = 0;
    std::string out;
    std::string err; ///< its first line
  };
  llvm::Expected<Answer> run(std::vector<std::string> arguments, llvm::StringRef input = "") const;
  std::string shallowHint() const;

  std::string program_, top_;
  std::vector<std::string> environment_;
};

/// The id that git gives to a file's bytes; the example says by which hash.
std::string gitBlobId(llvm::StringRef bytes, llvm::StringRef example);

} // namespace agentc

#endif
