#ifndef AGENTC_LIB_VALUES_ABSTRACT_ALIASES_H
#define AGENTC_LIB_VALUES_ABSTRACT_ALIASES_H

#include "EvaluatorPart.h"

namespace agentc {

/// Stands for whatever member is written where that is not known.
inline constexpr llvm::StringRef openKey = "[?]";

/// Finds the writes to an object through any name.
class Aliases final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value &changesOf(const ast::Node &made, const ModuleInfo *exporting = nullptr);
  const Value &withChanges(const Value &value, const Value &changes,
                           llvm::function_ref<bool(const ast::Node &)> isKnown);
  const Value &withLaterChanges(const Value &value, const ast::Node &call);
  const Value *changedMember(const ast::Node &made, llvm::StringRef key, const ast::Node *site,
                             const ModuleInfo *exporting = nullptr);
  const Value &changeBy(const ast::Node &site, const ast::Node &made, bool isDirect);
  llvm::SmallVector<llvm::StringRef, 4> keysWrittenBy(const ast::Node &site);
  llvm::ArrayRef<const ast::Node *> thisIn(const ast::Node &function);

private:
  const Value &computeChanges(const ast::Node &made, const ModuleInfo *exporting);
  void addDefined(const ast::CallExpression &call, llvm::StringRef path,
                  llvm::SmallVectorImpl<PropertyValue> &added);
  const Value &withChangedOrigin(const ResultValue &url);

  llvm::DenseMap<const ast::Node *, std::vector<const ast::Node *>> thisIn_;
};

} // namespace agentc

#endif
