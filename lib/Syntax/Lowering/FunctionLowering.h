#ifndef AGENTC_LIB_SYNTAX_LOWERING_FUNCTIONLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_FUNCTIONLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers functions and methods with their parameters.
class FunctionLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *function(Here at, bool declaration);
  const ast::Node *arrow(Here at);
  const ast::Node *method(Here at, bool inClass, llvm::ArrayRef<const ast::Node *> decorators = {});
  bool isDefaultName(ByteRange range) const;

private:
  ast::NodeList parameters();
  const ast::Node *parameter(Here at);
};

} // namespace agentc

#endif
