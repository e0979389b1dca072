#include "Builtins/FoldNumber.h"

#include "Builtins/BigInts.h"
#include "Builtins/Conversions.h"
#include "Builtins/FoldString.h"
#include "Builtins/Numbers.h"

#include <cmath>

namespace agentc {

using namespace ast;

const Value *FoldNumber::foldNumberMethod(const NumberValue &receiver, llvm::StringRef key,
                                          Arguments arguments, const Node &site) {
  double value = receiver.value;
  if (key == "valueOf")
    return &receiver;
  bool isPlain = arguments.empty() || llvm::isa<UndefinedValue>(arguments[0]);
  std::optional<double> digits =
      foldString().integerArgument(arguments, 0, key == "toString" ? 10 : 0);
  if (!digits || !spend(2000))
    return nullptr;
  bool inRange = *digits >= 0 && *digits <= 100;
  if (key == "toString" && *digits >= 2 && *digits <= 36) {
    std::optional<std::string> text = numberToRadix(value, static_cast<unsigned>(*digits));
    return text ? &string(*text, &site) : nullptr;
  }
  if (key == "toFixed" && inRange)
    return &string(numberToFixed(value, static_cast<unsigned>(*digits)), &site);
  if (key == "toExponential" && (inRange || !std::isfinite(value)))
    return &string(numberToExponential(value, isPlain ? std::nullopt
                                                      : std::optional(static_cast<unsigned>(
                                                            inRange ? *digits : 0))),
                   &site);
  if (key == "toPrecision" && isPlain)
    return &string(numberToString(value), &site);
  if (key == "toPrecision" && !std::isfinite(value))
    return &string(numberToString(value), &site);
  if (key == "toPrecision" && inRange && *digits >= 1)
    return &string(numberToPrecision(value, static_cast<unsigned>(*digits)), &site);
  return nullptr;
}

const Value *FoldNumber::foldPrimitiveMethod(const Value &receiver, llvm::StringRef key,
                                             Arguments arguments, const Node &site) {
  if (key == "valueOf")
    return &receiver;
  if (key != "toString")
    return nullptr;
  if (llvm::isa<BooleanValue>(receiver))
    return &string(*toStringConstant(receiver), &site);
  const auto *integer = llvm::dyn_cast<BigIntValue>(&receiver);
  std::optional<double> radix = foldString().integerArgument(arguments, 0, 10);
  if (!integer || !radix || *radix < 2 || *radix > 36 || !spend(integer->digits.size() * 64))
    return nullptr;
  std::optional<llvm::APInt> value = parseBigInt(integer->digits);
  return value ? &string(bigIntToString(*value, static_cast<unsigned>(*radix)), &site) : nullptr;
}

} // namespace agentc
