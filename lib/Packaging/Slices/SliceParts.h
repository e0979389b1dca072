#ifndef AGENTC_LIB_PACKAGING_SLICES_SLICEPARTS_H
#define AGENTC_LIB_PACKAGING_SLICES_SLICEPARTS_H

#include "agentc/Config/Config.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

#include <deque>

namespace agentc {

/// A piece of a module's top level that a slice takes or leaves as a whole.
struct SlicePart {
  enum class Kind : uint8_t {
    Statement,
    Declarator, ///< of a `const`, `let` or `var` at the top of a module
    Method,     ///< of a class there, called by nothing but its name
    Export,     ///< a property of the object that is `module.exports`
    OtherTool,  ///< an element of an agent class's list of tools
  };
  Kind kind;
  const ModuleInfo *module;
  const ast::Node *node;
  SlicePart *outer = nullptr; ///< taken wherever this one is
  std::vector<SlicePart *> inner;
  std::string name; ///< of a method or export
};

/// The meaning of a name at a module's top level, behind imports and `require`.
struct SliceTarget {
  enum class Kind : uint8_t {
    Symbol,    ///< a variable of `module`
    Default,   ///< the default export of `module` that is declared by `node`
    Namespace, ///< all exports of the ES module `module`
    CommonJs,  ///< the member `name` (`*` for all) of what the CommonJS or JSON module exports
    External,  ///< the export `name` of a module outside the bundle
    Missing,
  };
  Kind kind = Kind::Missing;
  const Symbol *symbol = nullptr;
  const ModuleInfo *module = nullptr;
  const ast::Node *node = nullptr;
  llvm::StringRef specifier = {};
  std::string name = {};
};

/// A program cut into parts. Modules of TypeScript have none: they are erased before.
class SliceParts {
public:
  SliceParts(const Program &program, const Values &values, const AgentConfig &config);

  const Program &program() const { return program_; }
  const Values &values() const { return values_; }

  /// The innermost part that a node belongs to; null for an import or a list of exports.
  SlicePart *around(const ast::Node &node) const;
  /// The part that a node is; null for any other node.
  SlicePart *at(const ast::Node &node) const { return byNode_.lookup(&node); }
  /// The parts that are each evaluated as a unit when the module is, in order.
  llvm::ArrayRef<SlicePart *> unitsOf(const ModuleInfo &module) const;
  /// The statements of a module, in order.
  llvm::ArrayRef<SlicePart *> statementsOf(const ModuleInfo &module) const;
  /// The parts that declare a variable of a module's top level.
  llvm::ArrayRef<SlicePart *> declaring(const Symbol &symbol) const;
  /// The parts that declare or assign it.
  llvm::ArrayRef<SlicePart *> writing(const Symbol &symbol) const;
  /// The symbols that a part itself declares.
  llvm::ArrayRef<const Symbol *> declaredBy(const SlicePart &part) const;
  /// The parts that write the export `name` of a CommonJS module, or every one (`*`).
  std::vector<SlicePart *> exporting(const ModuleInfo &module, llvm::StringRef name) const;

  /// Returns true if code of the bundle gives a member of that name a value that may be called; a
  /// method of that name may then not be a built-in's.
  bool definesMember(llvm::StringRef name) const;

  /// Returns true if reading a member of that name from an object of the bundle may run code.
  bool definesGetter(llvm::StringRef name) const { return anyGetter_ || getters_.contains(name); }

  bool definesGetters() const { return anyGetter_ || !getters_.empty(); }
  /// True if objects of the bundle have members that the language calls by itself: `toString`,
  /// `toJSON`, `then`, members named by a symbol.
  bool definesHooks() const { return hooks_; }

  bool isTopLevel(const Symbol &symbol) const { return symbol.scope->kind == ScopeKind::Module; }
  SliceTarget targetOf(const Symbol &symbol) const;
  SliceTarget exportOf(const ModuleInfo &module, llvm::StringRef name, unsigned depth = 0) const;
  /// Returns the target of a call of CommonJS' own `require` with a text; std::nullopt for
  /// anything else.
  std::optional<Resolution> requiredBy(const ast::Node &node) const;

private:
  void addModule(const ModuleInfo &module);
  void addStatement(const ModuleInfo &module, const ast::Node &statement);
  void addMethods(SlicePart &part, const ast::Node &type);
  void addExports(SlicePart &part, const ast::Node &statement);
  void addSymbols();
  void findHooks();
  void addGetter(const ast::Node &node);
  SlicePart &add(SlicePart::Kind kind, const ModuleInfo &module, const ast::Node &node,
                 SlicePart *outer = nullptr);
  bool hasOpenBase(const ast::Node &type, unsigned depth = 0) const;

  const Program &program_;
  const Values &values_;
  llvm::DenseMap<const ast::Node *, llvm::StringRef> tools_; ///< expressions that define one
  llvm::StringSet<> getters_;
  bool anyGetter_ = false, hooks_ = false;
  std::deque<SlicePart> parts_;
  llvm::DenseMap<const ast::Node *, SlicePart *> byNode_;
  llvm::DenseMap<const ModuleInfo *, std::vector<SlicePart *>> units_, statements_;
  llvm::DenseMap<const Symbol *, std::vector<SlicePart *>> declaring_, writing_;
  llvm::DenseMap<const SlicePart *, std::vector<const Symbol *>> declared_;
};

/// Returns true if an identifier declares the name that it gives a value; else it assigns or
/// reads the name.
bool isDeclaring(const ast::Identifier &name);

/// The class that a statement, declarator or expression makes; null if it makes none.
const ast::Node *classIn(const ast::Node &node);

} // namespace agentc

#endif
