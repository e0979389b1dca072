#include "Builtins/Numbers.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace agentc {

namespace {

/// A positive number as 0.DIGITS times ten to the power of `point`.
struct Decimal {
  std::string digits;
  int point = 0;
};

Decimal parseScientific(llvm::StringRef text) {
  auto [mantissa, exponent] = text.split('e');
  Decimal decimal;
  for (char c : mantissa)
    if (c != '.')
      decimal.digits += c;
  int power = 0;
  exponent.consume_front("+");
  exponent.getAsInteger(10, power);
  decimal.point = power + 1;
  return decimal;
}

Decimal shortestDecimal(double value) {
  char text[64];
  auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  return parseScientific(llvm::StringRef(text, end - text));
}

/// All digits of the value, which is a binary fraction and so has finitely many.
Decimal exactDecimal(double value) {
  char text[1200];
  int length = std::snprintf(text, sizeof text, "%.1100e", value);
  return parseScientific(llvm::StringRef(text, length));
}

/// Keeps the first `count` digits (`count` may be negative: none), rounding halves up.
void roundDecimal(Decimal &decimal, int count) {
  if (count < 0 || decimal.digits.size() <= static_cast<size_t>(count)) {
    if (count < 0)
      decimal.digits.clear();
    return;
  }
  bool up = decimal.digits[count] >= '5';
  decimal.digits.resize(count);
  for (int i = count - 1; up && i >= 0; --i) {
    up = decimal.digits[i] == '9';
    decimal.digits[i] = up ? '0' : static_cast<char>(decimal.digits[i] + 1);
  }
  if (up) {
    decimal.digits.insert(decimal.digits.begin(), '1');
    ++decimal.point;
  }
}

std::string signOf(double value) { return std::signbit(value) && value != 0 ? "-" : ""; }

std::string exponentText(int exponent) {
  return (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

/// Digits with the point after the first `whole` of them, zeros added where there are none.
std::string plainText(llvm::StringRef digits, int whole) {
  if (whole <= 0)
    return "0." + std::string(-whole, '0') + digits.str();
  if (digits.size() <= static_cast<size_t>(whole))
    return digits.str() + std::string(whole - digits.size(), '0');
  return (digits.take_front(whole) + "." + digits.drop_front(whole)).str();
}

std::string notFinite(double value) {
  return std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
}

} // namespace

std::string numberToString(double value) {
  if (!std::isfinite(value))
    return notFinite(value);
  if (value == 0)
    return "0";
  Decimal decimal = shortestDecimal(std::fabs(value));
  decimal.digits.resize(llvm::StringRef(decimal.digits).rtrim('0').size());
  if (decimal.point > -6 && decimal.point <= 21)
    return signOf(value) + plainText(decimal.digits, decimal.point);
  std::string mantissa = decimal.digits;
  if (mantissa.size() > 1)
    mantissa.insert(1, ".");
  return signOf(value) + mantissa + exponentText(decimal.point - 1);
}

std::optional<std::string> numberToRadix(double value, unsigned radix) {
  if (!std::isfinite(value) || radix == 10)
    return numberToString(value);
  static constexpr char digitsOf[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  double magnitude = std::fabs(value);
  if (magnitude > 9007199254740991)
    return std::nullopt;
  double integer = std::floor(magnitude), fraction = magnitude - integer;
  // half of the distance to the next double: digits beyond that say nothing
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double delta = std::max(0.5 * (std::nextafter(magnitude, infinity) - magnitude),
                          std::numeric_limits<double>::denorm_min());
  std::string tail;
  if (fraction >= delta) {
    do {
      fraction *= radix;
      delta *= radix;
      int digit = static_cast<int>(fraction);
      tail += digitsOf[digit];
      fraction -= digit;
      if ((fraction > 0.5 || (fraction == 0.5 && (digit & 1))) && fraction + delta > 1) {
        while (!tail.empty() && tail.back() == digitsOf[radix - 1])
          tail.pop_back();
        if (tail.empty()) {
          integer += 1;
        } else {
          size_t last = llvm::StringRef(digitsOf).find(tail.back());
          tail.back() = digitsOf[last + 1];
        }
        break;
      }
    } while (fraction >= delta);
  }
  std::string head;
  do {
    double digit = std::fmod(integer, radix);
    head += digitsOf[static_cast<int>(digit)];
    integer = (integer - digit) / radix;
  } while (integer > 0);
  std::reverse(head.begin(), head.end());
  return signOf(value) + head + (tail.empty() ? "" : "." + tail);
}

std::string numberToFixed(double value, unsigned digits) {
  if (!(std::fabs(value) < 1e21))
    return numberToString(value);
  Decimal decimal = exactDecimal(std::fabs(value));
  if (value == 0)
    decimal = {"", 0};
  roundDecimal(decimal, decimal.point + static_cast<int>(digits));
  int places = decimal.point + static_cast<int>(digits);
  decimal.digits.resize(std::max(places, 0), '0');
  std::string text = decimal.digits;
  if (text.size() <= digits)
    text.insert(0, digits + 1 - text.size(), '0');
  if (digits)
    text.insert(text.size() - digits, ".");
  return (value < 0 ? "-" : "") + text;
}

std::string numberToExponential(double value, std::optional<unsigned> digits) {
  if (!std::isfinite(value))
    return notFinite(value);
  Decimal decimal = digits ? exactDecimal(std::fabs(value)) : shortestDecimal(std::fabs(value));
  if (digits)
    roundDecimal(decimal, static_cast<int>(*digits) + 1), decimal.digits.resize(*digits + 1, '0');
  else
    decimal.digits.resize(std::max<size_t>(1, llvm::StringRef(decimal.digits).rtrim('0').size()));
  std::string text = decimal.digits;
  if (text.size() > 1)
    text.insert(1, ".");
  return signOf(value) + text + exponentText(value == 0 ? 0 : decimal.point - 1);
}

std::string numberToPrecision(double value, unsigned precision) {
  if (!std::isfinite(value))
    return notFinite(value);
  Decimal decimal = exactDecimal(std::fabs(value));
  roundDecimal(decimal, static_cast<int>(precision));
  decimal.digits.resize(precision, '0');
  int exponent = value == 0 ? 0 : decimal.point - 1;
  if (exponent < -6 || exponent >= static_cast<int>(precision)) {
    std::string text = decimal.digits;
    if (text.size() > 1)
      text.insert(1, ".");
    return signOf(value) + text + exponentText(exponent);
  }
  return signOf(value) + plainText(decimal.digits, exponent + 1);
}

namespace {

/// How many bytes the white space at the start of the text takes, 0 if there is none.
size_t spaceLength(llvm::StringRef text) {
  if (text.empty())
    return 0;
  unsigned char c = text[0];
  if (c < 0x80)
    return c == ' ' || (c >= '\t' && c <= '\r');
  if (text.starts_with("\xC2\xA0"))
    return 2;
  if (text.starts_with("\xE1\x9A\x80") || text.starts_with("\xE3\x80\x80") ||
      text.starts_with("\xEF\xBB\xBF") || text.starts_with("\xE2\x81\x9F"))
    return 3;
  if (!text.starts_with("\xE2\x80") || text.size() < 3)
    return 0;
  unsigned char last = text[2];
  return (last >= 0x80 && last <= 0x8A) || last == 0xA8 || last == 0xA9 || last == 0xAF ? 3 : 0;
}

/// The longest prefix that is a StrDecimalLiteral without its sign, `Infinity` apart.
size_t decimalPrefix(llvm::StringRef text) {
  size_t i = 0, digits = 0;
  for (; i < text.size() && llvm::isDigit(text[i]); ++i)
    ++digits;
  if (i < text.size() && text[i] == '.') {
    size_t fraction = i + 1;
    for (; fraction < text.size() && llvm::isDigit(text[fraction]); ++fraction)
      ++digits;
    if (digits)
      i = fraction;
  }
  if (!digits)
    return 0;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    size_t power = i + 1;
    if (power < text.size() && (text[power] == '+' || text[power] == '-'))
      ++power;
    size_t first = power;
    while (power < text.size() && llvm::isDigit(text[power]))
      ++power;
    if (power > first)
      i = power;
  }
  return i;
}

/// The value of a StrDecimalLiteral without a sign.
double decimalValue(llvm::StringRef text) {
  double value = 0;
  auto parsed = std::from_chars(text.begin(), text.end(), value);
  if (parsed.ec != std::errc::result_out_of_range)
    return value;
  // too large or too small: the place of the first digit that counts says which
  auto [mantissa, power] = text.split(text.contains('e') ? 'e' : 'E');
  auto [whole, fraction] = mantissa.split('.');
  whole = whole.ltrim('0');
  int64_t point = whole.size(), exponent = 0;
  if (whole.empty())
    point =
        static_cast<int64_t>(fraction.ltrim('0').size()) - static_cast<int64_t>(fraction.size());
  power.consume_front("+");
  if (power.getAsInteger(10, exponent))
    exponent = power.empty() ? 0 : power.starts_with("-") ? INT32_MIN : INT32_MAX;
  bool isZero = whole.empty() && fraction.ltrim('0').empty();
  return isZero || point + exponent < 0 ? 0 : INFINITY;
}

/// Digits of a base that is a power of two, rounded as IEEE 754 does.
double binaryValue(llvm::StringRef digits, unsigned radix) {
  digits = digits.ltrim('0');
  if (digits.empty())
    return 0;
  if (digits.size() * llvm::Log2_32(radix) > 1100)
    return INFINITY;
  llvm::APInt integer(digits.size() * llvm::Log2_32(radix) + 1, digits, radix);
  llvm::APFloat value(0.0);
  value.convertFromAPInt(integer, false, llvm::APFloat::rmNearestTiesToEven);
  return value.convertToDouble();
}

bool allDigits(llvm::StringRef text, unsigned radix) {
  return llvm::all_of(text, [&](char c) { return llvm::hexDigitValue(c) < radix; });
}

unsigned digitValue(char c) {
  return llvm::isDigit(c) ? c - '0' : llvm::isAlpha(c) ? llvm::toLower(c) - 'a' + 10 : 99;
}

} // namespace

llvm::StringRef trimSpaceStart(llvm::StringRef text) {
  while (size_t length = spaceLength(text))
    text = text.drop_front(length);
  return text;
}

llvm::StringRef trimSpaceEnd(llvm::StringRef text) {
  for (;;) {
    size_t length = 0;
    for (size_t i : {1, 2, 3})
      if (text.size() >= i && spaceLength(text.take_back(i)) == i)
        length = i;
    if (!length)
      return text;
    text = text.drop_back(length);
  }
}

double stringToNumber(llvm::StringRef text) {
  text = trimSpaceEnd(trimSpaceStart(text));
  if (text.empty())
    return 0;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (text.size() > 2 && text[0] == '0') {
    char letter = llvm::toLower(text[1]);
    unsigned radix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    if (radix)
      return allDigits(text.drop_front(2), radix) ? binaryValue(text.drop_front(2), radix) : nan;
  }
  bool negative = text.consume_front("-");
  if (!negative)
    text.consume_front("+");
  double value = nan;
  if (text == "Infinity")
    value = INFINITY;
  else if (size_t length = decimalPrefix(text); length && length == text.size())
    value = decimalValue(text);
  return negative ? -value : value;
}

double parseFloatPrefix(llvm::StringRef text) {
  text = trimSpaceStart(text);
  bool negative = text.consume_front("-");
  if (!negative)
    text.consume_front("+");
  double value = std::numeric_limits<double>::quiet_NaN();
  if (text.starts_with("Infinity"))
    value = INFINITY;
  else if (size_t length = decimalPrefix(text))
    value = decimalValue(text.take_front(length));
  return negative ? -value : value;
}

std::optional<double> parseInteger(llvm::StringRef text, double radixNumber) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  text = trimSpaceStart(text);
  bool negative = text.consume_front("-");
  if (!negative)
    text.consume_front("+");
  int32_t radix = toInt32(radixNumber);
  if (radix != 0 && (radix < 2 || radix > 36))
    return nan;
  if ((radix == 0 || radix == 16) && text.size() >= 2 && text.take_front(2).lower() == "0x") {
    text = text.drop_front(2);
    radix = 16;
  }
  if (radix == 0)
    radix = 10;
  size_t length = 0;
  while (length < text.size() && digitValue(text[length]) < static_cast<unsigned>(radix))
    ++length;
  if (!length)
    return nan;
  llvm::StringRef digits = text.take_front(length).ltrim('0');
  double value = 0;
  if (radix == 10)
    value = digits.empty() ? 0 : decimalValue(digits);
  else if (radix <= 16 && llvm::isPowerOf2_32(radix))
    value = binaryValue(digits, radix);
  else
    for (char c : digits)
      if (value = value * radix + digitValue(c); value > 9007199254740991)
        return std::nullopt;
  return negative ? -value : value;
}

uint32_t toUint32(double value) {
  if (!std::isfinite(value))
    return 0;
  return static_cast<uint32_t>(static_cast<int64_t>(std::fmod(std::trunc(value), 4294967296.0)));
}

double toInteger(double value) { return std::isnan(value) ? 0 : std::trunc(value) + 0.0; }

std::optional<double> exactPower(double base, double exponent) {
  if (std::isnan(exponent))
    return exponent;
  if (exponent == 0)
    return 1;
  if (std::isinf(exponent) && std::fabs(base) == 1)
    return std::numeric_limits<double>::quiet_NaN();
  if (!std::isfinite(base) || !std::isfinite(exponent) || base == 0)
    return std::pow(base, exponent);
  if (exponent != std::trunc(exponent))
    return base < 0 ? std::optional(std::numeric_limits<double>::quiet_NaN()) : std::nullopt;
  int power = 0;
  if (double mantissa = std::frexp(std::fabs(base), &power); mantissa == 0.5)
    return std::pow(base, exponent);
  if (exponent == 1)
    return base;
  // beyond what a double holds exactly, engines differ in the last bit
  if (base != std::trunc(base) || exponent < 0 || exponent > 64)
    return std::nullopt;
  double value = 1;
  for (int i = 0; i < exponent; ++i)
    if (value *= base; std::fabs(value) > 9007199254740991)
      return std::nullopt;
  return value;
}

std::optional<uint32_t> arrayIndex(llvm::StringRef key) {
  uint32_t index = 0;
  if (key.empty() || key.size() > 10 || (key[0] == '0' && key.size() > 1) ||
      !llvm::all_of(key, llvm::isDigit) || key.getAsInteger(10, index) || index == UINT32_MAX)
    return std::nullopt;
  return index;
}

} // namespace agentc
