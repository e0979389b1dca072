#ifndef AGENTC_LIB_VALUES_CONTEXTS_CALLCONTEXTS_H
#define AGENTC_LIB_VALUES_CONTEXTS_CALLCONTEXTS_H

#include "Concrete/Interpreter.h"
#include "Contexts/KnownCalls.h"

namespace agentc {

/// Calls that are told apart: what an expression is in one of them.
class CallContexts final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  Environment &openCall(const FunctionValue &function, const Value *self,
                        std::optional<Arguments> arguments);
  Environment &openFields(const ast::Node &type, const Value &instance);
  const Value &evalIn(Environment &call, const ast::Node &node);
  std::optional<llvm::StringRef> keyIn(Environment &call, const ast::Node &memberOrProperty);
  const Value *valueIn(Environment &call, const Symbol &symbol);
  const Value *valueInCall(const Symbol &symbol, Environment *call);
  const Value &callApart(const FunctionValue &function, const Value *receiver, Arguments arguments,
                         const ast::Node &site);
  const Value &joined(Arguments parts, const ast::Node &site);
  KnownCalls &known() { return known_; }

private:
  void bindFirst(Environment &call, Arguments arguments);
  void bindParameter(Environment &call, const ast::Node &parameter, const Value &value);
  const Value *valueInPattern(Environment &call, const ast::Node &pattern, const Value &value,
                              const Symbol &symbol);
  const Value &returnIn(Environment &call);
  const Value &resultApart(const FunctionValue &function, const Value *receiver,
                           Arguments arguments, const ast::Node &site, const ast::Node *&made);

  /// The values seen by calls that are told apart, null while they are being asked for; and the
  /// work spent on them.
  llvm::DenseMap<std::pair<const Environment *, const ast::Node *>, const Value *> inCalls_;
  Interpreter::Spent spent_; ///< on what calls see
  unsigned nestedCalls_ = 0;
  KnownCalls known_;
};

} // namespace agentc

#endif
