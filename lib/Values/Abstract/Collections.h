#ifndef AGENTC_LIB_VALUES_ABSTRACT_COLLECTIONS_H
#define AGENTC_LIB_VALUES_ABSTRACT_COLLECTIONS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates the content of maps and sets that are not fully known.
class Collections final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *keptIn(const Value &collection, const ast::Node &site);
  const Value *iteratedCollection(const ResultValue &value, const ast::Node &site);

private:
  void addKeptValues(const Symbol &symbol, unsigned depth,
                     llvm::SmallVectorImpl<const Value *> &values);
  void addFirstValues(const ResultValue &made, llvm::SmallVectorImpl<const Value *> &values);
};

} // namespace agentc

#endif
