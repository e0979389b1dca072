#include "Builtins/TextCodings.h"

#include "agentc/Support/Utf16.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

namespace agentc {

namespace {

constexpr char upperDigits[] = "0123456789ABCDEF";

std::string hexByte(unsigned char byte) { return {upperDigits[byte >> 4], upperDigits[byte & 15]}; }

/// The value of hexadecimal digits at the front of the text.
std::optional<unsigned> hexPrefix(llvm::StringRef text, size_t count) {
  unsigned value = 0;
  llvm::StringRef digits = text.take_front(count);
  if (digits.size() != count || !llvm::all_of(digits, llvm::isHexDigit) ||
      digits.getAsInteger(16, value))
    return std::nullopt;
  return value;
}

/// The length of the valid UTF-8 sequence at the front of the text, 0 if there is none; then
/// `taken` says how many bytes one replacement character stands for.
size_t utf8Length(llvm::StringRef text, size_t &taken) {
  unsigned char lead = text[0];
  taken = 1;
  if (lead < 0x80)
    return 1;
  size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                  : lead >> 4 == 0xE             ? 3
                  : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                 : 0;
  for (size_t i = 1; i < length; ++i) {
    unsigned char low = 0x80, high = 0xBF;
    if (i == 1 && lead == 0xE0)
      low = 0xA0;
    if (i == 1 && lead == 0xED)
      high = 0x9F;
    if (i == 1 && lead == 0xF0)
      low = 0x90;
    if (i == 1 && lead == 0xF4)
      high = 0x8F;
    unsigned char byte = i < text.size() ? text[i] : 0;
    if (byte < low || byte > high)
      return 0;
    taken = i + 1;
  }
  return length;
}

} // namespace

std::string latin1ToUtf8(llvm::StringRef bytes) {
  std::u16string text;
  for (unsigned char byte : bytes)
    text += byte;
  return fromUtf16(text);
}

std::string decodeUtf8(llvm::StringRef bytes) {
  std::string out;
  while (!bytes.empty()) {
    size_t taken = 1, length = utf8Length(bytes, taken);
    out += length ? bytes.take_front(length) : llvm::StringRef("\xEF\xBF\xBD");
    bytes = bytes.drop_front(taken);
  }
  return out;
}

std::optional<std::string> encodeUri(llvm::StringRef text, llvm::StringRef reserved) {
  if (hasLoneSurrogate(text))
    return std::nullopt;
  std::string out;
  for (char c : text)
    if (llvm::isAlnum(c) || llvm::StringRef("-_.!~*'()").contains(c) || reserved.contains(c))
      out += c;
    else
      out += '%' + hexByte(c);
  return out;
}

std::optional<std::string> decodeUri(llvm::StringRef text, llvm::StringRef reserved) {
  std::string out;
  while (!text.empty()) {
    if (text[0] != '%') {
      out += text[0];
      text = text.drop_front();
      continue;
    }
    std::string bytes;
    llvm::StringRef rest = text;
    size_t wanted = 1, taken = 0;
    while (bytes.size() < wanted) {
      std::optional<unsigned> byte = rest.consume_front("%") ? hexPrefix(rest, 2) : std::nullopt;
      if (!byte)
        return std::nullopt;
      rest = rest.drop_front(2);
      bytes += static_cast<char>(*byte);
      if (bytes.size() == 1)
        wanted = *byte < 0x80 ? 1 : *byte < 0xE0 ? 2 : *byte < 0xF0 ? 3 : 4;
    }
    if (utf8Length(bytes, taken) != bytes.size())
      return std::nullopt;
    if (bytes.size() == 1 && reserved.contains(bytes[0]))
      out += text.take_front(3);
    else
      out += bytes;
    text = rest;
  }
  return out;
}

std::string escapeText(llvm::StringRef text) {
  std::string out;
  for (char16_t unit : toUtf16(text)) {
    bool isPlain = unit < 0x80 && (llvm::isAlnum(static_cast<char>(unit)) ||
                                   llvm::StringRef("@*_+-./").contains(static_cast<char>(unit)));
    if (isPlain)
      out += static_cast<char>(unit);
    else if (unit < 0x100)
      out += '%' + hexByte(static_cast<unsigned char>(unit));
    else
      out += "%u" + hexByte(unit >> 8) + hexByte(unit & 0xFF);
  }
  return out;
}

std::string unescapeText(llvm::StringRef text) {
  std::string out;
  while (!text.empty()) {
    bool isLong = text.starts_with("%u");
    std::optional<unsigned> unit = !text.starts_with("%")
                                       ? std::nullopt
                                       : hexPrefix(text.drop_front(1 + isLong), isLong ? 4 : 2);
    if (unit)
      appendText(out, fromUtf16(std::u16string(1, static_cast<char16_t>(*unit))));
    else
      out += text[0];
    text = text.drop_front(!unit ? 1 : isLong ? 6 : 3);
  }
  return out;
}

std::optional<std::string> decodeForgivingBase64(llvm::StringRef text) {
  std::string plain;
  for (char c : text)
    if (c != ' ' && c != '\t' && c != '\n' && c != '\f' && c != '\r')
      plain += c;
  llvm::StringRef digits = plain;
  if (digits.size() % 4 == 0 && !digits.empty())
    if (digits.consume_back("="))
      digits.consume_back("=");
  if (digits.size() % 4 == 1 ||
      !llvm::all_of(digits, [](char c) { return llvm::isAlnum(c) || c == '+' || c == '/'; }))
    return std::nullopt;
  auto valueOf = [](char c) -> unsigned {
    return c >= 'a'   ? c - 'a' + 26
           : c >= 'A' ? c - 'A'
           : c >= '0' ? c - '0' + 52
           : c == '+' ? 62
                      : 63;
  };
  std::string bytes;
  unsigned bits = 0, held = 0;
  for (char c : digits) {
    bits = (bits << 6 | valueOf(c)) & 0xFFFF;
    held += 6;
    if (held < 8)
      continue;
    held -= 8;
    bytes += static_cast<char>(bits >> held);
  }
  return bytes;
}

namespace {

enum class Coding { Utf8, Utf16, Latin1, Ascii, Hex, Base64, Base64Url };

std::optional<Coding> codingOf(llvm::StringRef name) {
  static constexpr std::pair<llvm::StringLiteral, Coding> names[] = {
      {"utf8", Coding::Utf8},      {"utf-8", Coding::Utf8},    {"utf16le", Coding::Utf16},
      {"utf-16le", Coding::Utf16}, {"ucs2", Coding::Utf16},    {"ucs-2", Coding::Utf16},
      {"latin1", Coding::Latin1},  {"binary", Coding::Latin1}, {"ascii", Coding::Ascii},
      {"hex", Coding::Hex},        {"base64", Coding::Base64}, {"base64url", Coding::Base64Url},
  };
  for (const auto &[known, coding] : names)
    if (name.equals_insensitive(known))
      return coding;
  return std::nullopt;
}

} // namespace

std::optional<std::string> decodeBytes(llvm::StringRef bytes, llvm::StringRef encoding) {
  std::optional<Coding> coding = codingOf(encoding);
  if (!coding)
    return std::nullopt;
  switch (*coding) {
  case Coding::Utf8:
    return decodeUtf8(bytes);
  case Coding::Latin1:
    return latin1ToUtf8(bytes);
  case Coding::Ascii: {
    std::string text = bytes.str();
    for (char &c : text)
      c &= 0x7F;
    return text;
  }
  case Coding::Hex:
    return llvm::toHex(bytes, /*LowerCase=*/true);
  case Coding::Utf16: {
    std::u16string text;
    for (size_t i = 0; i + 1 < bytes.size(); i += 2)
      text += static_cast<char16_t>(static_cast<unsigned char>(bytes[i]) |
                                    static_cast<unsigned char>(bytes[i + 1]) << 8);
    return fromUtf16(text);
  }
  case Coding::Base64:
  case Coding::Base64Url: {
    std::string text = llvm::encodeBase64(bytes);
    if (*coding == Coding::Base64)
      return text;
    for (char &c : text)
      c = c == '+' ? '-' : c == '/' ? '_' : c;
    return llvm::StringRef(text).rtrim('=').str();
  }
  }
  return std::nullopt;
}

std::optional<std::string> encodeBytes(llvm::StringRef text, llvm::StringRef encoding) {
  std::optional<Coding> coding = codingOf(encoding);
  if (!coding)
    return std::nullopt;
  std::string bytes;
  switch (*coding) {
  case Coding::Utf8:
    // a surrogate without its partner has no UTF-8
    for (size_t i = 0; i < text.size(); ++i) {
      bool isLone = text[i] == '\xED' && i + 2 < text.size() &&
                    static_cast<unsigned char>(text[i + 1]) >= 0xA0;
      if (isLone)
        bytes += "\xEF\xBF\xBD", i += 2;
      else
        bytes += text[i];
    }
    return bytes;
  case Coding::Latin1:
  case Coding::Ascii:
    for (char16_t unit : toUtf16(text))
      bytes += static_cast<char>(unit & 0xFF);
    return bytes;
  case Coding::Utf16:
    for (char16_t unit : toUtf16(text)) {
      bytes += static_cast<char>(unit & 0xFF);
      bytes += static_cast<char>(unit >> 8);
    }
    return bytes;
  case Coding::Hex:
    for (; text.size() >= 2; text = text.drop_front(2)) {
      std::optional<unsigned> byte = hexPrefix(text, 2);
      if (!byte)
        break;
      bytes += static_cast<char>(*byte);
    }
    return bytes;
  case Coding::Base64:
  case Coding::Base64Url: {
    // what else stands in between Node skips or stops at
    std::string plain;
    for (char c : text.rtrim("= \n\r\t"))
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
        plain += c == '-' ? '+' : c == '_' ? '/' : c;
    if (plain.find('=') != std::string::npos)
      return std::nullopt;
    return decodeForgivingBase64(plain);
  }
  }
  return std::nullopt;
}

} // namespace agentc
