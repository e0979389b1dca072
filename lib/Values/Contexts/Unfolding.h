#ifndef AGENTC_LIB_VALUES_CONTEXTS_UNFOLDING_H
#define AGENTC_LIB_VALUES_CONTEXTS_UNFOLDING_H

#include "EvaluatorPart.h"

namespace agentc {

/// Finds the values of the variables around a call for each time it is made.
class Unfolding final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  std::vector<std::vector<MadeCall>> unfold(llvm::ArrayRef<const ast::Node *> calls);
};

} // namespace agentc

#endif
