#ifndef AGENTC_PROGRAM_NAMES_H
#define AGENTC_PROGRAM_NAMES_H

#include "agentc/Program/Program.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

#include <map>

namespace agentc {

/// The end of a name that an ES module exports (ECMA-262 ResolveExport), through any chain of
/// `export … from`, `export *` and imports that are exported again.
struct ExportTarget {
  struct Declared {
    const ExportRecord *record; ///< the first that names a variable or expression of its module
    const ExportRecord *end;    ///< the one that it leads to through imports
  };
  /// More than one where `export *` gives the name from several modules: the language gives none
  /// of them then, bundlers the first.
  llvm::SmallVector<Declared, 1> declared;
  /// The names that lead to no declaration: those of modules that tell their names only when they
  /// run, or that are not in the bundle. `*` is the module's namespace.
  llvm::SmallVector<std::pair<const Resolution *, std::string>, 1> others;
  size_t places = 0; ///< looked at on the way, at most 10,000
};
ExportTarget resolveExport(const Program &program, const ModuleInfo &module, llvm::StringRef name);

/// The names that the namespace of an ES module has (ECMA-262 GetExportedNames), through any
/// `export *`, in the order of a namespace's keys.
struct ExportedNames {
  std::vector<std::string> names;
  bool isWhole = true; ///< false where a star leads to a module whose names are not known
};
ExportedNames exportedNamesOf(const ModuleInfo &module);

/// The places where other modules of a program read an export of a module, whatever names
/// re-exports give it on the way.
struct Importers {
  llvm::SetVector<const Symbol *> symbols;    ///< imports that are bound to it
  llvm::SetVector<const ast::Node *> members; ///< `ns.name` of an imported namespace
  /// Its names in namespaces that are used as values, by `require` or `import()` among others.
  llvm::SetVector<llvm::StringRef> keys;
  bool isOfEntry = false; ///< whoever loads the bundle can read it
};

/// Names across the modules of a program.
class Names {
public:
  explicit Names(const Program &program) : program_(program) {}

  /// The variable that an import is bound to in the end; the symbol itself where it is not an
  /// import or leads to none.
  const Symbol &denoted(const Symbol &symbol);
  /// Of what an ES or CommonJS module exports by a name. Variables of modules that import it and
  /// export it again are symbols of their own.
  const Importers &importersOf(const ModuleInfo &module, llvm::StringRef name);
  /// The names by which a module exports a variable of its own.
  llvm::SmallVector<llvm::StringRef, 1> exportsOf(const Symbol &symbol) const;
  /// Imports of any module that lead to a variable.
  llvm::ArrayRef<const Symbol *> aliasesOf(const Symbol &symbol);
  /// Calls of `require` that load a module, by a specifier that is written there.
  llvm::ArrayRef<const ast::Node *> requiresOf(const ModuleInfo &module);
  /// Declarations that import from a module.
  llvm::ArrayRef<const ImportRecord *> importsOf(const ModuleInfo &module);

private:
  struct Collector;
  struct Loads {
    llvm::DenseMap<const ModuleInfo *, llvm::SmallVector<const ImportRecord *, 1>> imports;
    llvm::DenseMap<const ModuleInfo *, llvm::SmallVector<const ast::Node *, 1>> requires_;
    llvm::DenseSet<const ModuleInfo *> dynamic; ///< by `import()`
  };
  const Loads &loads();

  const Program &program_;
  llvm::StringSet<> strings_;
  std::unique_ptr<Loads> loads_;
  llvm::DenseMap<const Symbol *, const Symbol *> denoted_;
  std::map<std::pair<const ModuleInfo *, std::string>, std::unique_ptr<Importers>> importers_;
  llvm::DenseMap<const Symbol *, std::unique_ptr<llvm::SetVector<const Symbol *>>> aliases_;
};

} // namespace agentc

#endif
