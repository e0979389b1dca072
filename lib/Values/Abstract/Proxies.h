#ifndef AGENTC_LIB_VALUES_ABSTRACT_PROXIES_H
#define AGENTC_LIB_VALUES_ABSTRACT_PROXIES_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates what is done to a proxy by its traps, or by its target where it has none for it.
class Proxies final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// Returns the value as the result of `new Proxy(…)`; null for all else.
  static const ResultValue *asProxy(const Value &value);
  const Value &memberOf(const ResultValue &proxy, const Value &key, const ast::Node *site);
  const Value &invoke(const ResultValue &proxy, Arguments arguments, const ast::Node &site,
                      bool isNew, const Value *receiver);
  /// Returns the target that a trap is given, if nothing but proxies has its handler; null for
  /// other functions.
  const Value *targetGivenTo(const ast::Node &function);
};

} // namespace agentc

#endif
