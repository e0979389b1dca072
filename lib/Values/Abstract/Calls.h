#ifndef AGENTC_LIB_VALUES_ABSTRACT_CALLS_H
#define AGENTC_LIB_VALUES_ABSTRACT_CALLS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates calls: of the bundle's functions, of the host's, of methods.
class Calls final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  struct Callee {
    const Value *function, *receiver;
    std::optional<llvm::StringRef> key;
  };

  const Value &computeCall(const ast::Node &call, const ast::Node &callee, ast::NodeList arguments,
                           bool isNew);
  void appendArguments(ast::NodeList arguments, llvm::SmallVectorImpl<const Value *> &values);
  const Value &computeTagged(const ast::TaggedTemplateExpression &expression);
  const Value &invoke(const Value &callee, Arguments arguments, const ast::Node &site, bool isNew,
                      const Value *receiver = nullptr);
  const Value &importModule(const ast::Node &site, const Value &specifier);

private:
  void appendElements(const ArrayValue &list, llvm::SmallVectorImpl<const Value *> &values,
                      const ast::Node &site);
  Callee calleeOf(const ast::Node &callee);
  void handOver(llvm::StringRef path, Arguments arguments);
  const Value &bind(const Value &callee, Arguments arguments, const ast::Node &site);
  const Value &invokeMethod(const Value &receiver, llvm::StringRef key, const Value &method,
                            Arguments arguments, const ast::Node &site);
  const Value *invokeBorrowed(const Value &method, bool isApply, Arguments arguments,
                              const ast::Node &site);
  const Value *invokeThen(const Value &receiver, Arguments arguments, const ast::Node &site);
};

/// True if a path leads into a package that defines agents, tools or schemas: its functions
/// keep their arguments unchanged for later and call none of them right away.
bool isDefinitionPath(llvm::StringRef path);
/// True if the value is a module or a member of one.
bool isModule(const Value &value);

} // namespace agentc

#endif
