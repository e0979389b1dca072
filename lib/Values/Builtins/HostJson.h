#ifndef AGENTC_LIB_VALUES_BUILTINS_HOSTJSON_H
#define AGENTC_LIB_VALUES_BUILTINS_HOSTJSON_H

#include "EvaluatorPart.h"

namespace agentc {

/// `JSON.parse` and `JSON.stringify`.
class HostJson final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *parseJson(Arguments arguments, const ast::Node &site);
  const Value *stringifyJson(Arguments arguments, const ast::Node &site);

private:
  const Value *parseJsonValue(llvm::StringRef &text, unsigned depth, const ast::Node &site);
  const Value *parseJsonArray(llvm::StringRef &text, unsigned depth, const ast::Node &site);
  const Value *parseJsonObject(llvm::StringRef &text, unsigned depth, const ast::Node &site);
  bool isAbsentInJson(const Value &value);
  bool appendJson(const Value &value, llvm::StringRef gap, const std::string &indent,
                  std::string &text, unsigned depth);
  bool appendJsonArray(const ArrayValue &list, llvm::StringRef gap, const std::string &indent,
                       std::string &text, unsigned depth);
  bool appendJsonObject(const ObjectValue &known, llvm::StringRef gap, const std::string &indent,
                        std::string &text, unsigned depth);
};

} // namespace agentc

#endif
