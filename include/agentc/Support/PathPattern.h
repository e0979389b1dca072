#ifndef AGENTC_SUPPORT_PATHPATTERN_H
#define AGENTC_SUPPORT_PATHPATTERN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/GlobPattern.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

class GitGlob;

/// One line of an ignore file: `*`, `?`, `[…]`, `**`, a leading `!`, a leading `/` that ties it to
/// the folder, a trailing `/` that means folders only; a pattern without a slash is matched against
/// the last part of a path. Paths come in parts, relative to the folder that the pattern stands in.
class PathPattern {
public:
  enum class Dialect {
    Npm, ///< `{a,b}` and several `!`; case does not count: paths come in lower case
    Git, ///< as git itself reads it, by bytes
  };
  explicit PathPattern(llvm::StringRef text, Dialect dialect = Dialect::Npm);

  bool negated() const { return negated_; }
  /// True if the pattern matches this path.
  bool matches(llvm::ArrayRef<llvm::StringRef> parts, bool isFolder) const;
  /// True if the pattern could match something inside this folder. A pattern without a slash
  /// matches by names alone and reaches into no folder, as in npm.
  bool reachesInto(llvm::ArrayRef<llvm::StringRef> folder) const;

private:
  struct Part {
    bool anyDepth = false; ///< `**`
    std::string literal;   ///< used where there is no glob
    std::shared_ptr<llvm::GlobPattern> glob;
    std::shared_ptr<std::string> globText; ///< what `glob` refers to
    std::shared_ptr<const GitGlob> git;
    bool matches(llvm::StringRef name) const;
  };
  struct Alternative {
    std::vector<Part> parts;
    bool foldersOnly = false;
    bool anchored = false;
  };

  static Alternative parse(llvm::StringRef text);
  void addGit(llvm::StringRef text);
  void addGit(llvm::StringRef text, bool foldersOnly, bool anchored);
  static bool matchParts(llvm::ArrayRef<Part> pattern, llvm::ArrayRef<llvm::StringRef> parts,
                         bool prefixOnly);

  bool negated_ = false;
  std::vector<Alternative> alternatives_;
};

} // namespace agentc

#endif
