#ifndef AGENTC_PROGRAM_LOADEDFILES_H
#define AGENTC_PROGRAM_LOADEDFILES_H

#include "agentc/Bundle/OpenedBundle.h"
#include "agentc/Program/Program.h"

#include "llvm/ADT/StringSet.h"

namespace agentc {

/// Why a file belongs to a bundle.
struct FileReason {
  enum class Kind : uint8_t {
    Entry,    ///< the manifest's entry, or a file of the layout (`tools/a.js`)
    Defining, ///< of a bundle without an entry: it defines an agent or tool
    Source,   ///< of a bundle without an entry: a source
    Loaded,   ///< `by` imports, requires or reads it
    Matched,  ///< `by` loads from its folder by a name that only running tells
    Package,  ///< a package.json or compiler's settings by which `by` resolves
    Manifest, ///< data that npm would pack
    Layout,   ///< the manifest, `config.json`, npm's lock file
  };
  Kind kind = Kind::Source;
  std::string by;
};

/// The files that a bundle consists of, found from its entry: what modules ask for by a text in
/// place, file by file, out of what was opened and what is installed beside it. What cannot be
/// followed is left to whoever judges the modules.
class LoadedFiles {
public:
  /// The arguments must outlive it; modules are added to the forest.
  LoadedFiles(const OpenedBundle &opened, ast::Forest &forest, DiagnosticList &diagnostics);

  /// Adds a file; what cannot be read is reported. Sources are followed by the next `follow`, JSON
  /// only if code asks for it.
  void add(llvm::StringRef path, FileReason reason);
  /// Adds what a module's specifier leads to.
  void ask(const ast::Module &from, llvm::StringRef specifier, ImportForm form);
  /// Adds the sources and JSON files below the folder of `from` whose specifiers begin and end so.
  void askMatching(const ast::Module &from, llvm::StringRef beginning, llvm::StringRef ending);
  /// Parses what was added, and adds what that asks for, to the end; false if nothing was new.
  bool follow();

  const FileTree &files() const { return files_; }
  const std::map<std::string, FileReason, std::less<>> &reasons() const { return reasons_; }

private:
  void visit(const ast::Module &module, const ast::Node &node, bool deeply);
  void visitAsked(const ast::Module &module, const ast::Node &node);
  bool isKeptType(const ast::Module &module, const ast::ImportDeclaration &import) const;
  void findInstalled(const ast::Module &from, llvm::StringRef specifier);
  void findPackage(llvm::StringRef folder, llvm::StringRef name);
  void addListed(std::vector<InstalledPackages::Listed> listed);
  void addSettings(const std::string &path);
  void share(llvm::StringRef path, FileReason reason);
  std::shared_ptr<const File> read(const std::string &path);

  const OpenedBundle &opened_;
  ast::Forest &forest_;
  DiagnosticList &diagnostics_;
  FileTree known_; ///< of installed files that were not read the paths only
  std::shared_ptr<SpecifierResolver> resolver_;
  FileTree files_;
  std::map<std::string, FileReason, std::less<>> reasons_;
  std::vector<std::string> unparsed_;
  llvm::StringSet<> asked_;    ///< specifiers by who asks
  llvm::StringSet<> followed_; ///< paths that are or will be parsed
  llvm::StringSet<> requires_; ///< of the module visited: its names for `require`
};

/// Makes a source tree's forest what extraction reads: a module with syntax errors gives nothing,
/// since what a parser guessed is not certain.
void leaveBrokenOut(ast::Forest &forest);

} // namespace agentc

#endif
