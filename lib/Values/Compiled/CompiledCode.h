#ifndef AGENTC_LIB_VALUES_COMPILED_COMPILEDCODE_H
#define AGENTC_LIB_VALUES_COMPILED_COMPILEDCODE_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates the code that compilers make from newer syntax.
class CompiledCode final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// Returns the result of a compiler's helper from a package of helpers; null if the path is not
  /// one.
  const Value *invokePackagedHelper(llvm::StringRef path, Arguments arguments,
                                    const ast::Node &site);
  const Value &templateObject(const Value &texts, const Value &raw, const ast::Node &site);
  const Value *invokeRaw(Arguments arguments, const ast::Node &site);
  const Value &resultOfStates(const Value &machine, const ast::Node &site);
  const Value *valueOfResumption(const ast::CallExpression &call);
  bool isAwaited(const ast::Node &function);
  /// The expression that is `this` in a generator function compiled from asynchronous code; null
  /// where its helper is given none, and for any other function.
  const ast::Node *thisOfCoroutine(const ast::Node &function);

private:
  const Value &handedOut(const ast::Node &machine, double code, const ast::Node &site);
};

/// The name of a helper of TypeScript's, Babel's or swc's package of helpers, spelled as all of
/// them could: `interopRequireDefault`; empty for other paths.
std::string packagedHelperName(llvm::StringRef path);

} // namespace agentc

#endif
