#ifndef AGENTC_LIB_VALUES_BUILTINS_FOLDING_H
#define AGENTC_LIB_VALUES_BUILTINS_FOLDING_H

#include "EvaluatorPart.h"

namespace agentc {

/// Methods of constants.
class Folding final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *foldMethod(const Value &receiver, llvm::StringRef key, Arguments arguments,
                          const ast::Node &site);
  /// Members of the host's objects that are constants (`Math.PI`).
  const Value *foldApiMember(llvm::StringRef path, llvm::StringRef key, const ast::Node *site);

private:
  const Value *fold(const Value &receiver, llvm::StringRef key, Arguments arguments,
                    const ast::Node &site);
  const Value *foldObjectMethod(const Value &receiver, llvm::StringRef key, Arguments arguments,
                                const ast::Node &site);
};

} // namespace agentc

#endif
