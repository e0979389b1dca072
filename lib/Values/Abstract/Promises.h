#ifndef AGENTC_LIB_VALUES_ABSTRACT_PROMISES_H
#define AGENTC_LIB_VALUES_ABSTRACT_PROMISES_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates the results of promises and the arguments of their callbacks.
class Promises final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value &caught(const Value &promise, const Value &handler, const ast::Node &site);
  bool endsProcess(const ast::Node &function, unsigned depth = 0);
  /// True if `await` calls a `then` of the bundle's own.
  bool isThenable(const Value &value);
  const Value &awaited(const Value &value, const ast::Node &site);

private:
  const Value &handedTo(const ast::Node &function, unsigned parameter, const ast::Node &site);
};

/// True of a function or class that is known; a promise of one is the function itself.
bool isPlainFunction(const Value &value);

} // namespace agentc

#endif
