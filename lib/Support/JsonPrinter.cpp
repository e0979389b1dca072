#include "agentc/Support/Json.h"
#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

#include <cassert>
#include <charconv>
#include <cmath>

namespace agentc {

namespace {

class JsonPrinter {
public:
  explicit JsonPrinter(bool indented) : indented_(indented) {}

  void print(const Json &value, unsigned depth);
  std::string take() { return std::move(out_); }

private:
  std::string out_;
  bool indented_;

  void newLine(unsigned depth) {
    if (!indented_)
      return;
    out_ += '\n';
    out_.append(depth * 2, ' ');
  }
  void printObject(const Json::object_t &object, unsigned depth);
  void printArray(const Json::array_t &array, unsigned depth);
  void printString(llvm::StringRef text);
  void printEscape(uint32_t codePoint);
  void printUnit(uint32_t unit);
  void printNumber(double number);
  template <typename Integer> void printInteger(Integer number) {
    char digits[24];
    auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    out_.append(digits, end);
  }
};

void JsonPrinter::printUnit(uint32_t unit) {
  static constexpr char hex[] = "0123456789abcdef";
  out_ += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4)
    out_ += hex[unit >> shift & 0xF];
}

void JsonPrinter::printEscape(uint32_t codePoint) {
  static constexpr llvm::StringRef shortForms = "\b\t\n\f\r\"\\";
  size_t form =
      codePoint < 0x80 ? shortForms.find(static_cast<char>(codePoint)) : llvm::StringRef::npos;
  if (form != llvm::StringRef::npos) {
    out_ += '\\';
    out_ += "btnfr\"\\"[form];
  } else if (codePoint < 0x10000) {
    printUnit(codePoint);
  } else {
    printUnit(0xD800 + ((codePoint - 0x10000) >> 10));
    printUnit(0xDC00 + ((codePoint - 0x10000) & 0x3FF));
  }
}

void JsonPrinter::printString(llvm::StringRef text) {
  out_ += '"';
  size_t plain = 0, offset = 0;
  auto flush = [&] { out_.append(text.data() + plain, offset - plain); };
  while (offset < text.size()) {
    unsigned char byte = text[offset];
    if (byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\') {
      ++offset;
      continue;
    }
    DecodedCharacter character = decodeUtf8(text, offset);
    bool special =
        byte == '"' || byte == '\\' || !character.codePoint || isDeceptive(*character.codePoint);
    if (special) {
      flush();
      if (character.codePoint)
        printEscape(*character.codePoint);
      else
        appendUtf8(out_, 0xFFFD);
      plain = offset + character.length;
    }
    offset += character.length;
  }
  flush();
  out_ += '"';
}

void JsonPrinter::printNumber(double number) {
  if (!std::isfinite(number)) {
    out_ += "null";
    return;
  }
  bool negativeZero = number == 0 && std::signbit(number);
  if (!negativeZero && std::trunc(number) == number && std::fabs(number) < 9007199254740992.0)
    return printInteger(static_cast<int64_t>(number));
  char digits[32];
  auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out_.append(digits, end);
}

void JsonPrinter::printObject(const Json::object_t &object, unsigned depth) {
  if (object.empty()) {
    out_ += "{}";
    return;
  }
  char separator = '{';
  for (const auto &[key, value] : object) {
    out_ += separator;
    separator = ',';
    newLine(depth + 1);
    printString(key);
    out_ += indented_ ? ": " : ":";
    print(value, depth + 1);
  }
  newLine(depth);
  out_ += '}';
}

void JsonPrinter::printArray(const Json::array_t &array, unsigned depth) {
  if (array.empty()) {
    out_ += "[]";
    return;
  }
  char separator = '[';
  for (const Json &value : array) {
    out_ += separator;
    separator = ',';
    newLine(depth + 1);
    print(value, depth + 1);
  }
  newLine(depth);
  out_ += ']';
}

void JsonPrinter::print(const Json &value, unsigned depth) {
  assert(depth <= maxJsonDepth && "JSON nested too deeply to print");
  switch (value.type()) {
  case Json::value_t::object:
    return printObject(*value.get_ptr<const Json::object_t *>(), depth);
  case Json::value_t::array:
    return printArray(*value.get_ptr<const Json::array_t *>(), depth);
  case Json::value_t::string:
    return printString(*value.get_ptr<const Json::string_t *>());
  case Json::value_t::boolean:
    out_ += value.get<bool>() ? "true" : "false";
    return;
  case Json::value_t::number_integer:
    return printInteger(value.get<int64_t>());
  case Json::value_t::number_unsigned:
    return printInteger(value.get<uint64_t>());
  case Json::value_t::number_float:
    return printNumber(value.get<double>());
  default:
    out_ += "null";
  }
}

} // namespace

std::string printJson(const Json &value, bool indented) {
  JsonPrinter printer(indented);
  printer.print(value, 0);
  std::string text = printer.take();
  if (indented)
    text += '\n';
  return text;
}

} // namespace agentc
