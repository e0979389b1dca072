#ifndef AGENTC_LIB_VALUES_BUILTINS_ARGUMENTPARSERS_H
#define AGENTC_LIB_VALUES_BUILTINS_ARGUMENTPARSERS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates calls of libraries that read the command line, where the command line is known.
class ArgumentParsers final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *parseArguments(const ApiValue &callee, Arguments arguments, const ast::Node &site);
  const Value *parsedByYargs(const ApiValue &end, Arguments arguments, const ast::Node &site);
  static bool isYargs(const ast::Node &type);

private:
  const Value *parsedByNode(Arguments arguments, const ast::Node &site);
  bool addOptions(const ResultValue &call, const ObjectValue *configuration,
                  llvm::SmallVectorImpl<PropertyValue> &properties);
  bool addOption(llvm::StringRef name, const Value &given, const ObjectValue *configuration,
                 llvm::SmallVectorImpl<PropertyValue> &properties);
};

} // namespace agentc

#endif
