#ifndef AGENTC_LIB_VALUES_ABSTRACT_COMMONJSEXPORTS_H
#define AGENTC_LIB_VALUES_ABSTRACT_COMMONJSEXPORTS_H

#include "EvaluatorPart.h"
#include "llvm/ADT/MapVector.h"

namespace agentc {

/// Evaluates the exports of CommonJS modules: the values written to `module.exports` and its
/// members.
class CommonJsExports final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  using WritesByName = llvm::MapVector<llvm::StringRef, llvm::SmallVector<WrittenProperty, 1>>;

  const Value &definitionIn(const ModuleInfo &module);
  const Value &computeCommonJsExports(const ModuleInfo &module);
  const Value &exportOfCommonJs(const ModuleInfo &module, llvm::StringRef name,
                                const ast::Node *site);
  /// Returns the value written by name to an export of a CommonJS module; null if there is none.
  const Value *writtenExport(const ModuleInfo &module, llvm::StringRef name);
  const Value &valueOf(const WrittenProperty &written);
  /// All that is known of what was written under one name.
  const Value &valueOf(llvm::ArrayRef<WrittenProperty> written, const ast::Node *site);
  /// Of what a framework's function made of an object.
  bool membersOfDefinition(const ResultValue &made,
                           llvm::function_ref<void(const PropertyValue &)> add);

  /// The members of a value that other objects get copied; false if they are not all known.
  bool membersOf(const Value &value, llvm::function_ref<void(const PropertyValue &)> add);
  /// The module that exports a function or class, which can have members besides; null if none
  /// does.
  const ModuleInfo *exporterOf(const ast::Node *code) const { return exportedBy_.lookup(code); }

private:
  const Value &computeExportOfCommonJs(const ModuleInfo &module, llvm::StringRef name,
                                       const ast::Node *site);
  const WritesByName &exportsWrittenIn(const ModuleInfo &module);
  const uint64_t *slotOf(const ModuleInfo &module, llvm::StringRef savedName);

  /// Stand for questions about names that modules export.
  llvm::DenseMap<std::pair<const void *, const void *>, uint64_t *> commonJsExports_;
  llvm::DenseMap<const ModuleInfo *, std::unique_ptr<WritesByName>> exportsWritten_;
  /// Functions and classes that are a module's exports, which can have members besides.
  llvm::DenseMap<const ast::Node *, const ModuleInfo *> exportedBy_;
};

} // namespace agentc

#endif
