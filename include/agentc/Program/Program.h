#ifndef AGENTC_PROGRAM_PROGRAM_H
#define AGENTC_PROGRAM_PROGRAM_H

#include "agentc/Bundle/Manifest.h"
#include "agentc/Program/ModuleInfo.h"
#include "agentc/Syntax/NodeTable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>

namespace agentc {

class Flow;
class SpecifierResolver;

/// The stage `resolve`: the module graph with scopes and symbols. Refers to the forest and the
/// bundle's files, which must outlive it.
class Program {
public:
  Program(const ast::Forest &forest, const FileTree &files);

  const std::vector<std::unique_ptr<ModuleInfo>> &modules() const { return modules_; }
  /// Calls `visit(const T &)` for each node of that type, module by module, in source order.
  template <typename T, typename Visitor> void forEach(Visitor &&visit) const {
    for (const auto &module : modules_)
      module->syntax->forEach<T>(visit);
  }
  const ModuleInfo *find(llvm::StringRef path) const;
  /// The module of the manifest's entry; null if there is none.
  const ModuleInfo *entry() const { return entry_; }
  /// The module of the program that is started beside the entry; null if there is none.
  const ModuleInfo *startedProgram() const { return startedProgram_; }
  const FileTree &files() const { return files_; }
  /// Every symbol of every scope, in the order of their declarations.
  const std::deque<Symbol> &symbols() const { return symbols_; }

  /// The symbol an identifier reads or writes; null for a global or a name that is not a reference.
  const Symbol *symbolOf(const ast::Identifier &identifier) const {
    return names_.lookup(identifier).symbol();
  }
  /// True if an identifier reads or writes a variable, including a global one; false for property
  /// keys, labels and imported names.
  bool isReference(const ast::Identifier &identifier) const {
    return names_.lookup(identifier).isReference();
  }
  /// True if an identifier reads the variable that it names; false for globals.
  bool isRead(const ast::Identifier &identifier) const { return names_.lookup(identifier).reads(); }
  /// The file that a node stands in.
  const ModuleInfo &moduleOf(const ast::Node &node) const;
  /// Resolves a specifier within the bundle as Node does, and TypeScript before it: relative paths
  /// with extensions and `index`; `#names` of package.json's `imports`; `paths` and `baseUrl` of
  /// tsconfig.json; the package itself, `node_modules` and the workspaces of a monorepo, by their
  /// `exports` or `main`; else as external. Without a form, as the module's own imports ask.
  Resolution resolveSpecifier(const ModuleInfo &from, llvm::StringRef specifier,
                              std::optional<ImportForm> form = std::nullopt) const;
  /// The modules that bundlers wrapped into functions, in the order of their files and places.
  const std::vector<std::unique_ptr<ModuleInfo>> &wrappedModules() const { return wrapped_; }
  /// The module that a function is the wrapper of; null for any other function.
  const ModuleInfo *wrappedBy(const ast::Node &function) const {
    return wrappers_.lookup(&function);
  }
  /// True if a bundler passes a function to its modules as their `require`.
  bool isBundlersRequire(const ast::Node &function) const { return tables_.contains(&function); }
  /// True if other code can reach the container of that function's modules, so that the function
  /// may give something else.
  bool isOpenRequire(const ast::Node &function) const { return openTables_.contains(&function); }
  /// The module that a bundler's `require` gives for a key; null if there is none.
  const ModuleInfo *requiredBy(const ast::Node &function, llvm::StringRef key) const;
  /// The argument of a call of `function` that is the wrapper of the module which the call's result
  /// loads (esbuild's `__commonJS`); std::nullopt for any other function.
  std::optional<unsigned> wrapperArgumentOf(const ast::Node &function) const;
  CommonJsPart partIn(const Symbol &symbol) const { return parts_.lookup(&symbol); }
  /// The members that a call gives to the object that is its argument `holder`:
  /// `Object.defineProperty`, `Object.assign`, and the functions of bundlers and compilers that
  /// define exports. With `host` what the call gives if that is the function of the language that
  /// it calls.
  std::vector<WrittenProperty> definitionsAt(const ast::Node &holder,
                                             llvm::StringRef host = {}) const;
  /// The role of a function for its callers, by its shape.
  HelperShape shapeOf(const ast::Node &function) const;
  /// Of the functions that names say an expression denotes, the first shape.
  HelperShape shapeOfCallee(const ast::Node &callee) const;

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
  /// The symbol that an identifier names, and how.
  class Name {
  public:
    Name() = default;
    Name(Symbol *symbol, bool reads) : bits_(symbol, 1u | (symbol && reads ? 2u : 0u)) {}
    Symbol *symbol() const { return bits_.getPointer(); }
    bool isReference() const { return bits_.getInt() & 1; }
    bool reads() const { return bits_.getInt() & 2; }

  private:
    llvm::PointerIntPair<Symbol *, 2, unsigned> bits_;
  };
  NodeTable<Name> names_;
  llvm::DenseMap<const ast::Node *, const ImportRecord *> importBySite_;
  std::deque<Symbol> symbols_;
  std::deque<Scope> scopes_;
  std::vector<std::unique_ptr<ModuleInfo>> wrapped_;
  llvm::DenseMap<const ast::Node *, const ModuleInfo *> wrappers_;
  /// Wrapped modules by key, of each function that bundlers give as `require`.
  llvm::DenseMap<const ast::Node *, llvm::StringMap<const ModuleInfo *>> tables_;
  llvm::DenseSet<const ast::Node *> openTables_;
  llvm::DenseMap<const ast::Node *, unsigned> wrapperArguments_;
  llvm::DenseMap<const Symbol *, CommonJsPart> parts_;
  std::shared_ptr<Flow> flow_;
  const ModuleInfo *entry_ = nullptr;
  const ModuleInfo *startedProgram_ = nullptr;
};

Program resolve(const ast::Forest &forest, const FileTree &files, const Manifest &manifest);

/// Prints modules with their imports, exports and symbols, for `--dump=program`.
void dumpProgram(const Program &program, llvm::raw_ostream &out);

/// JavaScript of a TypeScript module, line by line: types become spaces, enums, namespaces,
/// parameter properties, `import =` and `export =` code. std::nullopt and diagnostics where syntax
/// needs more (decorators, JSX). JavaScript comes back as it is.
std::optional<std::string> eraseTypes(const Program &program, const ModuleInfo &module,
                                      DiagnosticList &diagnostics);

/// The diagnostics of this library.
llvm::ArrayRef<const RuleInfo *> programRules();

} // namespace agentc

#endif
