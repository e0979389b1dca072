#ifndef AGENTC_LIB_VALUES_COMPILED_BUNDLEDDEFINITIONS_H
#define AGENTC_LIB_VALUES_COMPILED_BUNDLEDDEFINITIONS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates the calls of a copy of an agent framework or schema library in the bundle.
class BundledDefinitions final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *bundledSchema(const Value &callee, Arguments arguments, const ast::Node &site);
  const Value *bundledDefinition(const Value &callee, Arguments arguments, const ast::Node &site,
                                 bool isNew);
  /// The path of a framework's function or class; empty for any other code.
  llvm::StringRef frameworkPathOf(const ast::Node &code);

private:
  bool isSchemaFactory(const ast::Node &function);
  llvm::StringRef pathOfFunction(const ast::Node &function);
  bool isClaudeTool(ast::NodeList parameters, const ast::Node &body) const;
  const ast::Node *constructedBy(const ast::Node &node) const;

  llvm::DenseMap<const ast::Node *, bool> schemaFactories_;
  llvm::DenseMap<const ast::Node *, llvm::StringRef> frameworkPaths_;
};

} // namespace agentc

#endif
