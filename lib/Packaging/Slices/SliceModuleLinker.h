#ifndef AGENTC_LIB_PACKAGING_SLICES_SLICEMODULELINKER_H
#define AGENTC_LIB_PACKAGING_SLICES_SLICEMODULELINKER_H

#include "SliceLink.h"

namespace agentc {

/// Links ES modules into one: their declarations side by side in the order of their evaluation,
/// each under its own name unless another means something else by it.
class ModuleLinker {
public:
  ModuleLinker(const SliceChoice &choice, FreshNames &names);
  void write(SliceText &out);

private:
  /// The key of a name's meaning: a symbol, a declaration, a module's namespace, or an export of
  /// a module outside the bundle.
  using Key = std::pair<const void *, std::string>;
  struct Meaning {
    std::string wanted, name;
    llvm::SetVector<const ModuleInfo *> renamedIn; ///< modules that call it otherwise
    const Symbol *symbol = nullptr;                ///< a variable, or an import of CommonJS
    SliceTarget target;
  };

  std::optional<Key> keyOf(const SliceTarget &target, const Symbol *import) const;
  Meaning &meaningOf(const SliceTarget &target, const Symbol *import, llvm::StringRef wanted);
  void collect();
  void collectName(const ModuleInfo &module, const ast::Identifier &name);
  void chooseNames();
  bool isFree(const Meaning &meaning, llvm::StringRef name) const;
  void edit(const ModuleInfo &module, SliceEdits &edits);
  void editName(const ast::Identifier &name, SliceEdits &edits);
  void keepName(const ast::Node &declaration, llvm::StringRef name, SliceEdits &edits);
  void writeImports(SliceText &out);
  void writeNamespaces(SliceText &out);
  void writePlainImports(CommonJsLinker &plain, SliceText &out);
  void writeBody(const ModuleInfo &module, const SliceEdits &edits, SliceText &out);
  void writeExport(CommonJsLinker &plain, SliceText &out);
  std::string nameOf(const SliceTarget &target, const Symbol *import = nullptr) const;

  const SliceChoice &choice_;
  FreshNames &names_;
  std::vector<const ModuleInfo *> modules_;
  std::map<Key, size_t> indices_;
  std::deque<Meaning> meanings_; ///< in the order in which they were met
  llvm::StringSet<> globals_, given_;
  std::vector<std::string> renamedFunctions_; ///< statements that give functions their names back
  std::string tool_;
};

} // namespace agentc

#endif
