#ifndef AGENTC_LIB_VALUES_COMPILED_RUNTIMEHELPERS_H
#define AGENTC_LIB_VALUES_COMPILED_RUNTIMEHELPERS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Functions that bundlers and compilers write.
class RuntimeHelpers final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *invokeRuntimeHelper(const ast::Node &function, Arguments arguments,
                                   const ast::Node &site);
  const Value *valueOfHelperParameter(const ast::Node &function, const ast::Node &parameter);
  const ModuleInfo *moduleOfExports(const ast::MemberExpression &expression) const;
  const Value &namespaceOf(const Value &module, bool isNodeMode, const ast::Node &site);

private:
  const Value &loadBundled(const ast::Node &function, const Value &key, const ast::Node &site);
  const Value &defaultOf(const Value &module, const ast::Node &site);
};

} // namespace agentc

#endif
