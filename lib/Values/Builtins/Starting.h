#ifndef AGENTC_LIB_VALUES_BUILTINS_STARTING_H
#define AGENTC_LIB_VALUES_BUILTINS_STARTING_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates the host's values that follow from a known start of the program.
class Starting final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *memberAtStart(llvm::StringRef path, llvm::StringRef key, const ast::Node *site);
  const Value *comparedAtStart(const Value &receiver, Arguments arguments, const ast::Node &site);
  const Value *callAtStart(const ApiValue &callee, Arguments arguments, const ast::Node &site);
};

} // namespace agentc

#endif
