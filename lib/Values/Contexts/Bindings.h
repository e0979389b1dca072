#ifndef AGENTC_LIB_VALUES_CONTEXTS_BINDINGS_H
#define AGENTC_LIB_VALUES_CONTEXTS_BINDINGS_H

#include "EvaluatorPart.h"

namespace agentc {

/// The variables of loops and functions some of which are bound to known values.
class Bindings final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  static const ast::Node *calledBy(const ast::Node &call);
  static bool isFixed(const Symbol &symbol);
  void forEachName(const ast::Node &pattern, llvm::function_ref<void(const Symbol &)> visit);
  void declare(const ast::Node &pattern, const Value &value);
  Environment &partialEnvironmentOf(const Symbol &symbol);
  const Value *valueInBinder(const Symbol &symbol);
  const ast::Node *listBehind(const ast::Node &list) const;
};

} // namespace agentc

#endif
