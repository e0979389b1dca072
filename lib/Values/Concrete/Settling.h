#ifndef AGENTC_LIB_VALUES_CONCRETE_SETTLING_H
#define AGENTC_LIB_VALUES_CONCRETE_SETTLING_H

#include "EvaluatorPart.h"

namespace agentc {

/// Of what a run has made, what other code may change later.
class Settling final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  void settleLocals(const Value &value, const ast::Node &call);

private:
  void settleLocal(const Value &value, const ast::Node *call);
  bool holdsOwnCode(const Value &value, unsigned nesting);
  bool runsWith(const ast::Node *code, const ast::Node *around, unsigned depth = 0);
};

} // namespace agentc

#endif
