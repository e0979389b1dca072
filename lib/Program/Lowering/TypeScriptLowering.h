#ifndef AGENTC_LIB_PROGRAM_LOWERING_TYPESCRIPTLOWERING_H
#define AGENTC_LIB_PROGRAM_LOWERING_TYPESCRIPTLOWERING_H

#include "TextEdit.h"

#include "agentc/Program/Program.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

/// Makes JavaScript of the TypeScript that makes code of its own, as `tsc` does for ES2022: enums,
/// namespaces, parameter properties, `import x = …`, `export =`. Every line stays a line, so that
/// places hold; columns do where nothing is put in before them.
class TypeScriptLowering {
public:
  using Refuse = llvm::function_ref<void(const ast::Node &, llvm::StringRef what)>;

  TypeScriptLowering(const Program &program, const ModuleInfo &module)
      : program_(program), module_(module), text_(module.syntax->text) {}

  /// Notes the edits for one node, apart from those for its children; `refuse` is told of what has
  /// no meaning where it stands.
  void lower(const ast::Node &node, Refuse refuse);
  llvm::ArrayRef<TextEdit> edits() const { return edits_; }
  /// Statements of which nothing is left.
  llvm::ArrayRef<ByteRange> erased() const { return erased_; }

private:
  /// All declarations that make one namespace together.
  struct Space {
    llvm::StringMap<bool> exports; ///< whether each is a variable
  };

  void lowerEnum(const ast::TSEnumDeclaration &declaration, Refuse refuse);
  void lowerMember(const ast::TSEnumMember &member, llvm::StringRef name,
                   const ast::TSEnumMember *before);
  void lowerNamespace(const ast::TSModuleDeclaration &declaration, Refuse refuse);
  void lowerExported(const ast::ExportNamedDeclaration &statement,
                     const ast::TSModuleDeclaration &space, Refuse refuse);
  void lowerVariables(const ast::ExportNamedDeclaration &statement,
                      const ast::VariableDeclaration &declaration, llvm::StringRef space);
  void lowerReference(const ast::Identifier &id);
  void lowerClass(const ast::Node &type, const ast::Node *superClass, const ast::ClassBody &body,
                  Refuse refuse);
  void lowerImport(const ast::TSImportEqualsDeclaration &declaration, Refuse refuse);
  void lowerExport(const ast::TSExportAssignment &assignment, Refuse refuse);
  void makeObject(const ast::Node &declaration, const ast::Identifier &id, uint32_t open,
                  llvm::ArrayRef<llvm::StringRef> path);

  void readSpaces(const ast::Node &node);
  std::string keyOf(const ast::TSModuleDeclaration &declaration, size_t depth = SIZE_MAX) const;
  bool isStringy(const ast::Node &node, unsigned depth = 0) const;
  std::optional<std::string> qualifierIn(const ast::TSModuleDeclaration &space,
                                         const ast::Identifier &id, bool isWithin) const;
  std::optional<std::string> qualifierOf(const ast::Identifier &id) const;
  bool isAtTop(const ast::Node &declaration) const;

  void replace(uint32_t begin, uint32_t end, std::string text) {
    edits_.push_back({{begin, end}, std::move(text)});
  }
  void insert(uint32_t at, std::string text) { replace(at, at, std::move(text)); }
  /// The first of a character behind an offset, comments apart; the text's end if there is none.
  uint32_t find(char wanted, uint32_t offset) const;

  const Program &program_;
  const ModuleInfo &module_;
  llvm::StringRef text_;
  std::vector<TextEdit> edits_;
  std::vector<ByteRange> erased_;
  llvm::DenseSet<const ast::Identifier *> qualified_; ///< whose edits are noted
  std::map<std::string, Space> spaces_;
  bool sawSpaces_ = false;
  bool mayQualify_ = false; ///< there may be enums or namespaces, whose members names can be
};

} // namespace agentc

#endif
