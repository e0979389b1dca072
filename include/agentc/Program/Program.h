#ifndef AGENTC_PROGRAM_PROGRAM_H
#define AGENTC_PROGRAM_PROGRAM_H

#include "agentc/Bundle/Manifest.h"
#include "agentc/Syntax/Ast.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace agentc {

struct ModuleInfo;
struct Scope;

enum class SymbolKind : uint8_t {
  Var,
  Let,
  Const,
  Function,
  Class,
  Parameter,
  Catch,
  Import,
  Enum
};

/// A name that a scope declares (ECMA-262 section 9.1, bindings).
struct Symbol {
  llvm::StringRef name;
  SymbolKind kind;
  const Scope *scope = nullptr;
  /// Identifiers in binding or assignment position that give it a value: declarators, parameters,
  /// assignment targets, loop heads. Function and class declarations and imports stand here by
  /// their id.
  llvm::SmallVector<const ast::Identifier *, 2> targets;
  /// Identifiers that read it, in source order.
  llvm::SmallVector<const ast::Identifier *, 4> references;

  bool isReadBy(const ast::Identifier &identifier) const;
};

enum class ScopeKind : uint8_t { Module, Function, Block, Class, With };

struct Scope {
  ScopeKind kind;
  const Scope *parent = nullptr;
  const ast::Node *node = nullptr;
  llvm::StringMap<Symbol *> symbols;
};

/// What an import specifier leads to.
struct Resolution {
  enum class Kind : uint8_t {
    Bundle,   ///< a module of the bundle
    Data,     ///< a file of the bundle that is no module
    External, ///< a bare name that the bundle does not hold; `name` says which
    Missing,  ///< a relative path that no file answers, or one that leaves the bundle
  };
  Kind kind = Kind::Missing;
  const ModuleInfo *module = nullptr;
  std::string name; ///< the path in the bundle, or the specifier without `node:`
};

/// How a module is asked for, which `exports` and `imports` of a package.json tell apart.
enum class ImportForm : uint8_t { Import, Require };

class SpecifierResolver;

/// One `import`, `export … from` or `import x = require()` declaration.
struct ImportRecord {
  const ast::Node *node = nullptr;      ///< the declaration
  const ast::Literal *source = nullptr; ///< the specifier
  Resolution resolution;
};

/// A name that an ES module exports.
struct ExportRecord {
  /// A local binding, or
  const Symbol *symbol = nullptr;
  /// an expression or declaration (`export default …`), or
  const ast::Node *node = nullptr;
  /// `importedName` of another module (`*` for its namespace).
  const ImportRecord *from = nullptr;
  std::string importedName;
};

/// A write to a CommonJS module's exports. `name` is empty for `module.exports = value`.
struct CommonJsExport {
  std::string name;
  const ast::Node *value = nullptr;
};

struct ModuleInfo {
  const ast::Module *syntax = nullptr;
  const Scope *scope = nullptr;
  std::vector<std::unique_ptr<ImportRecord>> imports;
  std::map<std::string, ExportRecord, std::less<>> exports;
  std::vector<const ImportRecord *> starExports;
  std::vector<CommonJsExport> commonJsExports;

  llvm::StringRef path() const { return syntax->path; }
};

/// The stage `resolve`: the module graph with scopes and symbols. Refers to the forest and the
/// bundle's files, which must outlive it.
class Program {
public:
  Program(const ast::Forest &forest, const FileTree &files);

  const std::vector<std::unique_ptr<ModuleInfo>> &modules() const { return modules_; }
  const ModuleInfo *find(llvm::StringRef path) const;
  /// The module of the manifest's entry; null if there is none.
  const ModuleInfo *entry() const { return entry_; }
  const FileTree &files() const { return files_; }
  /// Every symbol of every scope, in the order of their declarations.
  const std::deque<Symbol> &symbols() const { return symbols_; }

  /// The symbol an identifier reads or writes; null for a global or a name that is no reference.
  const Symbol *symbolOf(const ast::Identifier &identifier) const {
    return bySite_.lookup(&identifier);
  }
  /// Whether an identifier reads or writes a variable, global ones included; false for property
  /// keys, labels and imported names.
  bool isReference(const ast::Identifier &identifier) const {
    return bySite_.contains(&identifier);
  }
  const ModuleInfo &moduleOf(const ast::Node &node) const;
  /// Resolves a specifier within the bundle as Node does, and TypeScript before it: relative paths
  /// with extensions and `index`; `#names` of package.json's `imports`; `paths` and `baseUrl` of
  /// tsconfig.json; the package itself, `node_modules` and the workspaces of a monorepo, by their
  /// `exports` or `main`; else as external. Without a form, as the module's own imports ask.
  Resolution resolveSpecifier(const ModuleInfo &from, llvm::StringRef specifier,
                              std::optional<ImportForm> form = std::nullopt) const;
  /// The compilers' settings files that decide where a module's specifiers lead.
  std::vector<llvm::StringRef> settingsOf(const ModuleInfo &module) const;
  const ImportRecord *importOf(const ast::Node &declaration) const {
    return importBySite_.lookup(&declaration);
  }

private:
  friend class ProgramBuilder;
  const ast::Forest &forest_;
  const FileTree &files_;
  std::vector<std::unique_ptr<ModuleInfo>> modules_;
  llvm::StringMap<ModuleInfo *> byPath_;
  std::shared_ptr<const SpecifierResolver> resolver_;
  llvm::DenseMap<const ast::Node *, ModuleInfo *> byRoot_;
  llvm::DenseMap<const ast::Node *, Symbol *> bySite_;
  llvm::DenseMap<const ast::Node *, const ImportRecord *> importBySite_;
  std::deque<Symbol> symbols_;
  std::deque<Scope> scopes_;
  const ModuleInfo *entry_ = nullptr;
};

Program resolve(const ast::Forest &forest, const FileTree &files, const Manifest &manifest);

/// Prints modules with their imports, exports and symbols, for `--dump=program`.
void dumpProgram(const Program &program, llvm::raw_ostream &out);

/// JavaScript of a TypeScript module: types become spaces, so that lines, columns and offsets hold.
/// std::nullopt and diagnostics where syntax needs a transform (`enum`, `namespace`, parameter
/// properties, decorators, JSX). JavaScript comes back as it is.
std::optional<std::string> eraseTypes(const Program &program, const ModuleInfo &module,
                                      DiagnosticList &diagnostics);

/// The diagnostics of this library.
llvm::ArrayRef<const RuleInfo *> programRules();

} // namespace agentc

#endif
