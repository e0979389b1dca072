#ifndef AGENTC_LIB_SYNTAX_LOWERING_DECORATORCALLS_H
#define AGENTC_LIB_SYNTAX_LOWERING_DECORATORCALLS_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Makes of a decorator the call that it means.
class DecoratorCalls final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  void applyDecorators(const ast::Node &type);

private:
  void applyDecorator(const ast::Node &node, const ast::Identifier *target, bool replaces);
};

} // namespace agentc

#endif
