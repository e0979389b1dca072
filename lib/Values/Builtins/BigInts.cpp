#include "Builtins/BigInts.h"

#include "Builtins/Numbers.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace agentc {

namespace {

std::optional<llvm::APInt> limited(llvm::APInt value) {
  unsigned bits = value.getSignificantBits();
  if (bits > maxBigIntBits)
    return std::nullopt;
  return value.sextOrTrunc(bits);
}

/// Both at one width, with room for `extra` bits more.
std::pair<llvm::APInt, llvm::APInt> widened(const llvm::APInt &left, const llvm::APInt &right,
                                            unsigned extra) {
  unsigned width = std::max(left.getBitWidth(), right.getBitWidth()) + extra;
  return {left.sext(width), right.sext(width)};
}

std::optional<llvm::APInt> power(llvm::APInt base, const llvm::APInt &exponent) {
  if (exponent.isNegative())
    return std::nullopt;
  if (base.isZero() || base.isOne() || base.isAllOnes()) {
    if (exponent.isZero())
      return llvm::APInt(2, 1);
    return base.isAllOnes() && !exponent[0] ? llvm::APInt(2, 1) : base;
  }
  if (exponent.getActiveBits() > 14)
    return std::nullopt;
  llvm::APInt result(2, 1);
  for (uint64_t n = exponent.getZExtValue(); n; n >>= 1) {
    if (n & 1) {
      std::optional<llvm::APInt> product = operateOnBigInts("*", result, base);
      if (!product)
        return std::nullopt;
      result = *product;
    }
    if (n == 1)
      break;
    std::optional<llvm::APInt> square = operateOnBigInts("*", base, base);
    if (!square)
      return std::nullopt;
    base = *square;
  }
  return result;
}

std::optional<llvm::APInt> shift(const llvm::APInt &value, const llvm::APInt &by, bool left) {
  if (by.isNegative())
    return by.getSignificantBits() > 32 ? std::nullopt : shift(value, -by.sext(64), !left);
  if (value.isZero())
    return value;
  uint64_t count = by.getLimitedValue(maxBigIntBits + 1);
  if (!left)
    return limited(value.ashr(std::min<uint64_t>(count, value.getBitWidth())));
  if (count > maxBigIntBits)
    return std::nullopt;
  return limited(value.sext(value.getBitWidth() + count + 1).shl(count));
}

} // namespace

std::optional<llvm::APInt> parseBigInt(llvm::StringRef digits) {
  bool negative = digits.consume_front("-");
  std::string plain;
  for (char c : digits)
    if (c != '_')
      plain += c;
  llvm::StringRef text = plain;
  unsigned radix = 10;
  if (text.size() > 2 && text[0] == '0') {
    char letter = llvm::toLower(text[1]);
    radix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
    if (radix != 10)
      text = text.drop_front(2);
  }
  if (text.empty() || text.size() > maxBigIntBits / (radix == 10 ? 3 : llvm::Log2_32(radix)) ||
      !llvm::all_of(text, [&](char c) { return llvm::hexDigitValue(c) < radix; }))
    return std::nullopt;
  llvm::APInt value(text.size() * 4 + 2, text, radix);
  return limited(negative ? -value : value);
}

std::optional<llvm::APInt> stringToBigInt(llvm::StringRef text) {
  text = trimSpaceEnd(trimSpaceStart(text));
  if (text.empty())
    return llvm::APInt(2, 0);
  bool isSigned = text.starts_with("-") || text.starts_with("+");
  if (text.contains('_') || (isSigned && !llvm::all_of(text.drop_front(), llvm::isDigit)))
    return std::nullopt;
  text.consume_front("+");
  return parseBigInt(text);
}

std::optional<llvm::APInt> numberToBigInt(double value) {
  if (!std::isfinite(value) || value != std::trunc(value))
    return std::nullopt;
  return limited(llvm::APIntOps::RoundDoubleToAPInt(value, 1100));
}

double bigIntToNumber(const llvm::APInt &value) {
  llvm::APFloat number(0.0);
  number.convertFromAPInt(value, true, llvm::APFloat::rmNearestTiesToEven);
  return number.convertToDouble();
}

std::string bigIntToString(const llvm::APInt &value, unsigned radix) {
  // APInt prints some bases only
  if (radix == 10 || radix == 2 || radix == 8 || radix == 16 || radix == 36) {
    llvm::SmallString<64> text;
    value.toStringSigned(text, radix);
    return text.str().lower();
  }
  llvm::APInt rest = value.sext(value.getBitWidth() + 1).abs();
  std::string text;
  do {
    uint64_t digit = 0;
    llvm::APInt quotient;
    llvm::APInt::udivrem(rest, radix, quotient, digit);
    text += "0123456789abcdefghijklmnopqrstuvwxyz"[digit];
    rest = quotient;
  } while (!rest.isZero());
  if (value.isNegative())
    text += '-';
  return std::string(text.rbegin(), text.rend());
}

std::optional<llvm::APInt> operateOnBigInts(llvm::StringRef op, const llvm::APInt &left,
                                            const llvm::APInt &right) {
  if (op == "**")
    return power(left, right);
  if (op == "<<" || op == ">>")
    return shift(left, right, op == "<<");
  auto [a, b] =
      widened(left, right, op == "*" ? std::min(left.getBitWidth(), right.getBitWidth()) : 1);
  if (op == "+")
    return limited(a + b);
  if (op == "-")
    return limited(a - b);
  if (op == "*")
    return limited(a * b);
  if ((op == "/" || op == "%") && b.isZero())
    return std::nullopt;
  if (op == "/")
    return limited(a.sdiv(b));
  if (op == "%")
    return limited(a.srem(b));
  if (op == "&")
    return limited(a & b);
  if (op == "|")
    return limited(a | b);
  if (op == "^")
    return limited(a ^ b);
  return std::nullopt;
}

int compareBigInt(const llvm::APInt &left, const llvm::APInt &right) {
  auto [a, b] = widened(left, right, 0);
  return a.slt(b) ? -1 : a.sgt(b);
}

std::optional<int> compareBigInt(const llvm::APInt &left, double right) {
  if (std::isnan(right))
    return std::nullopt;
  if (std::isinf(right))
    return right > 0 ? -1 : 1;
  int compared = compareBigInt(left, llvm::APIntOps::RoundDoubleToAPInt(std::floor(right), 1100));
  return compared == 0 && right != std::floor(right) ? -1 : compared;
}

} // namespace agentc
