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
  /// `key: value`, in a pattern with a target for the value.
  const ast::Node *pair(Here at, bool isPattern = false);
  const ast::Node *shorthand(Here at);
  const ast::Node *spread(Here at);
};

} // namespace agentc

#endif
