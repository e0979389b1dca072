#ifndef AGENTC_LIB_PROGRAM_PROGRAMBUILDER_H
#define AGENTC_LIB_PROGRAM_PROGRAMBUILDER_H

#include "Shapes/WrappedModules.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

/// Fills a Program: first every module, then its scopes, then its imports and exports.
class ProgramBuilder {
public:
  explicit ProgramBuilder(Program &program) : program_(program) {}

  static const Flow &flowOf(const Program &program);
  void build(const Manifest &manifest);

private:
  friend class ScopeBuilder;

  Scope &newScope(ScopeKind kind, const Scope *parent, const ast::Node *node);
  Symbol &newSymbol(llvm::StringRef name, SymbolKind kind, Scope &scope);
  void setSymbol(const ast::Identifier &site, Symbol *symbol, bool reads) {
    program_.names_[site] = {symbol, reads};
  }

  void readStatement(ModuleInfo &module, const ast::Node &statement);
  const ImportRecord *addImport(ModuleInfo &module, const ast::Node &declaration,
                                const ast::Node *source);
  void exportDeclaration(ModuleInfo &module, const ast::Node &declaration);
  void exportPattern(ModuleInfo &module, const ast::Node &pattern);
  void readExportNamed(ModuleInfo &module, const ast::ExportNamedDeclaration &declaration);
  void wrapModules(llvm::ArrayRef<const ast::ObjectExpression *> made);
  void wrapSingly(const ModuleLoader &loader, const ParameterPlace &place);
  void wrapTable(const ModuleLoader &loader, const ast::Node &table);
  void wrapChunk(const ModuleLoader &loader, const ast::Node &name);
  bool holdersAreClosed(const ModuleLoader &loader);
  const ModuleInfo *wrap(const ModuleWrapper &wrapper, const ModuleLoader &loader);
  void readCommonJs();

  Program &program_;
  /// The places of each CommonJS module's own names.
  std::vector<std::pair<ModuleInfo *, std::vector<const ast::Node *>>> commonJsNames_;
  llvm::DenseMap<const ast::Node *, const Scope *> scopeOf_; ///< of functions
};

/// Declares the names of one module and resolves its references.
class ScopeBuilder {
public:
  ScopeBuilder(ProgramBuilder &builder, ModuleInfo &module) : builder_(builder), module_(module) {}

  void build();
  /// The objects `{exports: {}}`, by which bundlers make modules.
  llvm::ArrayRef<const ast::ObjectExpression *> madeModules() const { return madeModules_; }
  /// The places of a CommonJS module's own names and of its top-level `this`.
  llvm::ArrayRef<const ast::Node *> commonJsNames() const { return commonJsNames_; }

private:
  struct Reference {
    const ast::Identifier *site;
    Scope *scope;
    bool reads;
    bool writes;
  };

  void visit(const ast::Node &node);
  void visitAll(ast::NodeList nodes);
  void visitChildren(const ast::Node &node);
  void visitFunction(const ast::Node &function, const ast::Node *id, ast::NodeList params,
                     const ast::Node *body);
  void visitClass(const ast::Node &node, const ast::Node *id, const ast::Node *superClass,
                  const ast::Node *body);
  void visitIn(ScopeKind kind, const ast::Node &node, ast::NodeList children);
  void visitLoop(const ast::Node &node);
  void visitAssignment(const ast::AssignmentExpression &assignment);
  void visitEnum(const ast::TSEnumDeclaration &declaration);
  void visitImport(const ast::ImportDeclaration &declaration);
  void declareHoisted(ast::NodeList statements);
  void declareHoisted(const ast::Node &statement);
  void bindPattern(const ast::Node &pattern,
                   llvm::function_ref<void(const ast::Identifier &)> bind);
  void declarePattern(const ast::Node &pattern, SymbolKind kind);
  void assignPattern(const ast::Node &pattern, bool alsoReads);
  void declare(const ast::Identifier &id, SymbolKind kind, bool isTarget = true);
  void reference(const ast::Identifier &id, bool reads, bool writes);
  Scope &functionScope();
  void resolveReferences();

  ProgramBuilder &builder_;
  ModuleInfo &module_;
  Scope *scope_ = nullptr;
  std::vector<Reference> references_;
  std::vector<const ast::ObjectExpression *> madeModules_;
  std::vector<const ast::Node *> commonJsNames_;
  unsigned thisDepth_ = 0; ///< functions and classes around, which have a `this` of their own
};

} // namespace agentc

#endif
