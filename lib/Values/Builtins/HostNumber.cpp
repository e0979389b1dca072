#include "Builtins/HostNumber.h"

#include "Builtins/BigInts.h"
#include "Builtins/Conversions.h"
#include "Builtins/FoldString.h"
#include "Builtins/Numbers.h"

#include "llvm/ADT/bit.h"

#include <algorithm>
#include <cmath>

namespace agentc {

using namespace ast;

namespace {

double roundHalfUp(double value) {
  if (!std::isfinite(value))
    return value;
  double whole = std::floor(value);
  return std::copysign(value - whole >= 0.5 ? whole + 1 : whole, value);
}

/// The nearest number of 16 bits (IEEE 754, binary16), ties to even.
double roundToHalf(double value) {
  if (value == 0 || !std::isfinite(value))
    return value;
  const int lastBit = std::max(std::ilogb(value), -14) - 10;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -lastBit)), lastBit);
  return std::fabs(rounded) > 65504 ? std::copysign(INFINITY, value) : rounded;
}

/// Functions of one number that every engine computes to the same bits.
std::optional<double> unaryMath(llvm::StringRef name, double value) {
  if (name == "abs")
    return std::fabs(value);
  if (name == "ceil")
    return std::ceil(value);
  if (name == "floor")
    return std::floor(value);
  if (name == "trunc")
    return std::trunc(value);
  if (name == "round")
    return roundHalfUp(value);
  if (name == "sqrt")
    return std::sqrt(value);
  if (name == "fround")
    return static_cast<float>(value);
  if (name == "f16round")
    return roundToHalf(value);
  if (name == "sign")
    return std::isnan(value) || value == 0 ? value : value > 0 ? 1 : -1;
  if (name == "clz32")
    return llvm::countl_zero(toUint32(value));
  return std::nullopt;
}

bool isNumberPredicate(llvm::StringRef name, double value) {
  if (name == "isNaN")
    return std::isnan(value);
  if (name == "isFinite")
    return std::isfinite(value);
  bool isInteger = std::isfinite(value) && value == std::trunc(value);
  return isInteger && (name == "isInteger" || std::fabs(value) <= 9007199254740991);
}

} // namespace

const Value *HostNumber::invokeMath(llvm::StringRef name, Arguments arguments, const Node &site) {
  llvm::SmallVector<double, 8> numbers;
  if (!spend(arguments.size()))
    return nullptr;
  for (const Value *argument : arguments) {
    std::optional<double> value = conversions().numberOf(*argument);
    if (!value)
      return nullptr;
    numbers.push_back(*value);
  }
  if (name == "max" || name == "min") {
    double result = name == "max" ? -INFINITY : INFINITY;
    for (double value : numbers) {
      if (std::isnan(value) || std::isnan(result))
        result = std::nan("");
      else if (value == result)
        result = std::signbit(value) == (name == "min") ? value : result;
      else if ((value > result) == (name == "max"))
        result = value;
    }
    return &number(result, &site);
  }
  auto at = [&](size_t i) { return i < numbers.size() ? numbers[i] : std::nan(""); };
  if (name == "imul")
    return &number(static_cast<int32_t>(toUint32(at(0)) * toUint32(at(1))), &site);
  std::optional<double> result = name == "pow" ? exactPower(at(0), at(1)) : unaryMath(name, at(0));
  return result ? &number(*result, &site) : nullptr;
}

const Value *HostNumber::invokeNumberFunction(llvm::StringRef path, Arguments arguments,
                                              const Node &site) {
  const Value &first = arguments.empty() ? make<UndefinedValue>(&site) : *arguments[0];
  llvm::StringRef name = path;
  bool isOfNumber = name.consume_front("Number.");
  if (name == "isNaN" || name == "isFinite" ||
      (isOfNumber && (name == "isInteger" || name == "isSafeInteger"))) {
    const auto *value = llvm::dyn_cast<NumberValue>(&first);
    if (isOfNumber && !value)
      return llvm::isa<UnknownValue, UnionValue, ApiValue, ResultValue, InstanceValue>(first)
                 ? nullptr
                 : &make<BooleanValue>(false, &site);
    std::optional<double> number = conversions().numberOf(first);
    return number ? &make<BooleanValue>(isNumberPredicate(name, *number), &site) : nullptr;
  }
  if (name == "parseInt" || name == "parseFloat") {
    std::optional<std::string> text = conversions().textOf(first);
    std::optional<double> radix = name == "parseInt" && arguments.size() > 1
                                      ? conversions().numberOf(*arguments[1])
                                      : std::optional(0.0);
    if (!text || !radix || !spend(text->size() * 4))
      return nullptr;
    std::optional<double> value =
        name == "parseInt" ? parseInteger(*text, *radix) : parseFloatPrefix(*text);
    return value ? &number(*value, &site) : nullptr;
  }
  if (path == "Boolean") {
    std::optional<bool> truth = toBooleanConstant(first);
    return truth ? &make<BooleanValue>(*truth, &site) : nullptr;
  }
  if (path == "Number") {
    const Value *primitive =
        arguments.empty() ? &number(0, &site) : conversions().primitiveOf(first, site);
    if (const auto *integer = llvm::dyn_cast_or_null<BigIntValue>(primitive)) {
      std::optional<llvm::APInt> value = parseBigInt(integer->digits);
      return value ? &number(bigIntToNumber(*value), &site) : nullptr;
    }
    std::optional<double> value = primitive ? conversions().numberOf(*primitive) : std::nullopt;
    return value ? &number(*value, &site) : nullptr;
  }
  return path == "BigInt" || path == "BigInt.asIntN" || path == "BigInt.asUintN"
             ? invokeBigIntFunction(path, arguments, site)
             : nullptr;
}

const Value *HostNumber::invokeBigIntFunction(llvm::StringRef path, Arguments arguments,
                                              const Node &site) {
  bool isWrap = path != "BigInt";
  const Value *primitive =
      arguments.size() > isWrap ? conversions().primitiveOf(*arguments[isWrap], site) : nullptr;
  if (!primitive || !spend(maxBigIntBits))
    return nullptr;
  std::optional<llvm::APInt> value;
  if (const auto *integer = llvm::dyn_cast<BigIntValue>(primitive))
    value = parseBigInt(integer->digits);
  else if (const auto *text = llvm::dyn_cast<StringValue>(primitive))
    value = stringToBigInt(text->value);
  else if (const auto *truth = llvm::dyn_cast<BooleanValue>(primitive))
    value = llvm::APInt(2, truth->value);
  else if (const auto *number = llvm::dyn_cast<NumberValue>(primitive); number && !isWrap)
    value = numberToBigInt(number->value);
  if (!value || !isWrap)
    return value ? &bigInt(*value, &site) : nullptr;
  std::optional<double> bits = foldString().integerArgument(arguments, 0, 0);
  if (!bits || !(*bits >= 0 && *bits <= maxBigIntBits - 2))
    return nullptr;
  if (*bits == 0)
    return &bigInt(llvm::APInt(2, 0), &site);
  unsigned width = static_cast<unsigned>(*bits);
  llvm::APInt wrapped = value->sextOrTrunc(width);
  return &bigInt(path == "BigInt.asIntN" ? wrapped : wrapped.zext(width + 1), &site);
}

const Value &HostNumber::bigInt(const llvm::APInt &value, const Node *site) {
  // printing in base 10 divides once for each digit
  uint64_t words = value.getBitWidth() / 64 + 1;
  if (!spend(words * words * 100) || isOutOfMemory())
    return unknown(UnknownReason::Limit, site);
  return make<BigIntValue>(strings().save(llvm::StringRef(bigIntToString(value))), site);
}

} // namespace agentc
