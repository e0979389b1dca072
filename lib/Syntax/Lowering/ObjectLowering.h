#ifndef AGENTC_LIB_SYNTAX_LOWERING_OBJECTLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_OBJECTLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// Lowers arrays, objects and the names of properties.
class ObjectLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  const ast::Node *propertyName(Here at, bool &computed);
  const ast::Node *array(Here at);
  const ast::Node *object(Here at);
  const ast::Node *pair(Here at);
  const ast::Node *spread(Here at);

private:
  const ast::Node *shorthand(Here at);
};

} // namespace agentc

#endif
