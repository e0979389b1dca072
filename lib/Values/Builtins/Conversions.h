#ifndef AGENTC_LIB_VALUES_BUILTINS_CONVERSIONS_H
#define AGENTC_LIB_VALUES_BUILTINS_CONVERSIONS_H

#include "EvaluatorPart.h"

namespace agentc {

/// How deep arrays may stand in arrays whose text is asked for.
inline constexpr unsigned maxNestedArrays = 200;

/// JavaScript's ToString, ToNumber and ToPrimitive where the value is known.
class Conversions final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// JavaScript's ToString and ToNumber where the value is a constant, as far as work may be done.
  std::optional<std::string> textOf(const Value &value);
  std::optional<double> numberOf(const Value &value);
  /// ToPrimitive; null where it isn't known, as for objects with a `toString` of their own.
  const Value *primitiveOf(const Value &value, const ast::Node &site);
  bool appendArrayText(const ArrayValue &list, llvm::StringRef separator, std::string &text,
                       unsigned depth);

private:
  std::optional<std::string> textByMethod(const Value &value);
  std::optional<std::string> textOfObject(const Value &value);
};

/// ECMA-262's relative index: negative counts from the end; clamped.
size_t relativeIndex(double index, size_t length);

/// The constant as JavaScript's ToString gives it; std::nullopt for what is not a primitive
/// constant.
std::optional<std::string> toStringConstant(const Value &value);
/// JavaScript's ToNumber for a primitive constant.
std::optional<double> toNumberConstant(const Value &value);
/// JavaScript's ToBoolean where it is known.
std::optional<bool> toBooleanConstant(const Value &value);

} // namespace agentc

#endif
