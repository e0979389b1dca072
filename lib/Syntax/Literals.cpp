#include "Literals.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace agentc {

static void appendBytes(std::string &out, uint32_t codePoint) {
  if (codePoint < 0x80) {
    out += static_cast<char>(codePoint);
  } else if (codePoint < 0x800) {
    out += static_cast<char>(0xC0 | codePoint >> 6);
    out += static_cast<char>(0x80 | (codePoint & 0x3F));
  } else if (codePoint < 0x10000) {
    out += static_cast<char>(0xE0 | codePoint >> 12);
    out += static_cast<char>(0x80 | (codePoint >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (codePoint & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | codePoint >> 18);
    out += static_cast<char>(0x80 | (codePoint >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (codePoint >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (codePoint & 0x3F));
  }
}

void appendWtf8(std::string &out, uint32_t codePoint) {
  if (codePoint >= 0xDC00 && codePoint <= 0xDFFF && out.size() >= 3) {
    auto byte = [&](size_t fromEnd) { return static_cast<uint8_t>(out[out.size() - fromEnd]); };
    if (byte(3) == 0xED && byte(2) >= 0xA0 && byte(2) <= 0xAF) {
      uint32_t high = 0xD000 | uint32_t(byte(2) & 0x3F) << 6 | (byte(1) & 0x3F);
      out.resize(out.size() - 3);
      codePoint = 0x10000 + ((high - 0xD800) << 10) + (codePoint - 0xDC00);
    }
  }
  appendBytes(out, codePoint);
}

/// Reads `count` hexadecimal digits at the front of `rest`.
static std::optional<uint32_t> takeHex(llvm::StringRef &rest, size_t count) {
  uint32_t value = 0;
  if (rest.size() < count || rest.take_front(count).getAsInteger(16, value) ||
      !llvm::isHexDigit(rest.front()))
    return std::nullopt;
  rest = rest.drop_front(count);
  return value;
}

/// Reads what follows `\u`: four digits or `{…}`.
static std::optional<uint32_t> takeUnicodeEscape(llvm::StringRef &rest) {
  if (!rest.starts_with("{"))
    return takeHex(rest, 4);
  size_t close = rest.find('}');
  if (close == llvm::StringRef::npos || close == 1)
    return std::nullopt;
  uint64_t value = 0;
  for (char digit : rest.slice(1, close)) {
    if (!llvm::isHexDigit(digit))
      return std::nullopt;
    value = value * 16 + llvm::hexDigitValue(digit);
    if (value > 0x10FFFF)
      return std::nullopt;
  }
  rest = rest.drop_front(close + 1);
  return static_cast<uint32_t>(value);
}

static bool takeOctal(llvm::StringRef &rest, std::string &out, bool isTemplate) {
  bool onlyZero = rest.front() == '0' && (rest.size() < 2 || !llvm::isDigit(rest[1]));
  if (isTemplate && !onlyZero)
    return false;
  uint32_t value = 0;
  for (int digits = 0; digits < 3 && !rest.empty() && rest.front() >= '0' && rest.front() <= '7' &&
                       value * 8 + (rest.front() - '0') <= 255;
       ++digits) {
    value = value * 8 + (rest.front() - '0');
    rest = rest.drop_front();
  }
  appendWtf8(out, value);
  return true;
}

/// Reads what follows a backslash.
static bool takeEscape(llvm::StringRef &rest, std::string &out, bool isTemplate) {
  if (rest.empty())
    return false;
  if (rest.consume_front("\r\n") || rest.consume_front("\xE2\x80\xA8") ||
      rest.consume_front("\xE2\x80\xA9"))
    return true;
  char c = rest.front();
  if (c >= '0' && c <= '7')
    return takeOctal(rest, out, isTemplate);
  if (isTemplate && (c == '8' || c == '9'))
    return false;
  rest = rest.drop_front();
  switch (c) {
  case '\n':
  case '\r':
    return true;
  case 'b':
    out += '\b';
    return true;
  case 'f':
    out += '\f';
    return true;
  case 'n':
    out += '\n';
    return true;
  case 'r':
    out += '\r';
    return true;
  case 't':
    out += '\t';
    return true;
  case 'v':
    out += '\v';
    return true;
  case 'x':
  case 'u': {
    std::optional<uint32_t> value = c == 'x' ? takeHex(rest, 2) : takeUnicodeEscape(rest);
    if (value)
      appendWtf8(out, *value);
    return value.has_value();
  }
  default:
    out += c;
    return true;
  }
}

std::optional<std::string> cookString(llvm::StringRef body, bool isTemplate) {
  std::string out;
  out.reserve(body.size());
  while (!body.empty()) {
    size_t plain = body.find_first_of(isTemplate ? "\\\r" : "\\");
    out += body.take_front(plain);
    if (plain == llvm::StringRef::npos)
      break;
    body = body.drop_front(plain);
    if (body.consume_front("\r")) {
      body.consume_front("\n");
      out += '\n';
      continue;
    }
    body = body.drop_front();
    if (!takeEscape(body, out, isTemplate))
      return std::nullopt;
  }
  return out;
}

std::string cookIdentifier(llvm::StringRef spelling) {
  std::string out;
  while (!spelling.empty()) {
    size_t plain = spelling.find('\\');
    out += spelling.take_front(plain);
    if (plain == llvm::StringRef::npos)
      break;
    llvm::StringRef rest = spelling.drop_front(plain + 1);
    std::optional<uint32_t> value;
    if (rest.consume_front("u"))
      value = takeUnicodeEscape(rest);
    if (value)
      appendWtf8(out, *value);
    spelling = rest;
  }
  return out;
}

std::string rawTemplate(llvm::StringRef body) {
  std::string out;
  out.reserve(body.size());
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] == '\r') {
      out += '\n';
      i += i + 1 < body.size() && body[i + 1] == '\n';
    } else {
      out += body[i];
    }
  }
  return out;
}

static std::optional<uint32_t> characterReference(llvm::StringRef name) {
  if (name.consume_front("#")) {
    uint32_t value = 0;
    bool hex = name.consume_front("x") || name.consume_front("X");
    if (name.getAsInteger(hex ? 16 : 10, value) || value > 0x10FFFF)
      return std::nullopt;
    return value;
  }
  struct Entity {
    llvm::StringLiteral name;
    uint32_t codePoint;
  };
#define ENTITY(name, codePoint) {#name, codePoint},
  static constexpr Entity entities[] = {
#include "JsxEntities.inc"
  };
  const Entity *found = std::lower_bound(
      std::begin(entities), std::end(entities), name,
      [](const Entity &entity, llvm::StringRef wanted) { return entity.name < wanted; });
  if (found == std::end(entities) || found->name != name)
    return std::nullopt;
  return found->codePoint;
}

std::string cookJsx(llvm::StringRef body) {
  std::string out;
  while (!body.empty()) {
    size_t plain = body.find('&');
    out += body.take_front(plain);
    if (plain == llvm::StringRef::npos)
      break;
    body = body.drop_front(plain);
    size_t end = body.take_front(34).find(';');
    std::optional<uint32_t> value;
    if (end != llvm::StringRef::npos)
      value = characterReference(body.slice(1, end));
    if (value)
      appendWtf8(out, *value);
    else
      out += body.take_front(1);
    body = body.drop_front(value ? end + 1 : 1);
  }
  return out;
}

/// Digits in a base that is a power of two, rounded to nearest as ECMAScript asks.
static double powerOfTwoBase(llvm::StringRef digits, unsigned base) {
  unsigned bits = base == 16 ? 4 : base == 8 ? 3 : 1;
  digits = digits.ltrim('0');
  if (digits.empty())
    return 0;
  // beyond 2^1024 everything is Infinity, however long a hostile literal is
  if (digits.size() * bits > 1200)
    return std::numeric_limits<double>::infinity();
  llvm::APInt value(static_cast<unsigned>(digits.size()) * bits + 1, digits, base);
  llvm::APFloat result(llvm::APFloat::IEEEdouble());
  result.convertFromAPInt(value, false, llvm::APFloat::rmNearestTiesToEven);
  return result.convertToDouble();
}

double numberValue(llvm::StringRef spelling) {
  llvm::SmallString<32> digits;
  for (char c : spelling)
    if (c != '_')
      digits += c;
  llvm::StringRef text = digits;
  if (text.size() > 1 && text[0] == '0') {
    switch (text[1]) {
    case 'x':
    case 'X':
      return powerOfTwoBase(text.drop_front(2), 16);
    case 'o':
    case 'O':
      return powerOfTwoBase(text.drop_front(2), 8);
    case 'b':
    case 'B':
      return powerOfTwoBase(text.drop_front(2), 2);
    default:
      if (text.find_first_not_of("01234567") == llvm::StringRef::npos)
        return powerOfTwoBase(text.drop_front(1), 8);
    }
  }
  double value = 0;
  auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (error != std::errc::result_out_of_range)
    return value;
  // from_chars doesn't say whether the number is too great or too small
  llvm::APFloat exact(llvm::APFloat::IEEEdouble());
  auto status = exact.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
  if (status)
    return exact.convertToDouble();
  llvm::consumeError(status.takeError());
  return std::numeric_limits<double>::quiet_NaN();
}

} // namespace agentc
