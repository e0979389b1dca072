#include "Tokens.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace agentc {

namespace {

struct CodeRange {
  uint32_t first, last;
};

#define RANGE(first, last) {first, last},
constexpr CodeRange startRanges[] = {
#define ID_START
#include "IdentifierRanges.inc"
};
#define RANGE(first, last) {first, last},
constexpr CodeRange continueRanges[] = {
#define ID_CONTINUE_ONLY
#include "IdentifierRanges.inc"
};

bool isIn(llvm::ArrayRef<CodeRange> ranges, uint32_t code) {
  const CodeRange *found = std::partition_point(
      ranges.begin(), ranges.end(), [&](const CodeRange &range) { return range.last < code; });
  return found != ranges.end() && found->first <= code;
}

constexpr std::array<bool, 128> asciiNameBytes = [] {
  std::array<bool, 128> table{};
  for (unsigned c = 0; c < 128; ++c)
    table[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '$';
  return table;
}();

bool isNamePart(uint32_t code, bool first) {
  if (code < 128)
    return asciiNameBytes[code] && !(first && code >= '0' && code <= '9');
  return isIn(startRanges, code) || (!first && isIn(continueRanges, code));
}

/// The code point of a `\u` escape's digits, and `at` behind them.
std::optional<uint32_t> takeUnicodeDigits(llvm::StringRef text, size_t &at) {
  bool braced = at < text.size() && text[at] == '{';
  at += braced;
  uint32_t code = 0;
  size_t digits = 0;
  for (; at < text.size() && llvm::isHexDigit(text[at]) && (braced || digits < 4); ++at, ++digits) {
    code = code * 16 + llvm::hexDigitValue(text[at]);
    if (code > 0x10FFFF)
      return std::nullopt;
  }
  if (!braced)
    return digits == 4 ? std::optional(code) : std::nullopt;
  if (digits == 0 || at == text.size() || text[at] != '}')
    return std::nullopt;
  ++at;
  return code;
}

/// One character of a name, or an escape for one; `noToken` if none is there.
size_t endOfNamePart(llvm::StringRef text, size_t at, bool first) {
  if (text[at] == '\\') {
    if (!text.substr(at + 1).starts_with("u"))
      return noToken;
    at += 2;
    std::optional<uint32_t> code = takeUnicodeDigits(text, at);
    return code && isNamePart(*code, first) ? at : noToken;
  }
  DecodedCharacter character = decodeUtf8(text, at);
  return character.codePoint && isNamePart(*character.codePoint, first) ? at + character.length
                                                                        : noToken;
}

bool isLineSeparator(llvm::StringRef text, size_t at) {
  llvm::StringRef rest = text.substr(at, 3);
  return rest == "\xE2\x80\xA8" || rest == "\xE2\x80\xA9";
}

/// Behind what follows a backslash in a string.
size_t endOfEscape(llvm::StringRef text, size_t at) {
  if (at >= text.size())
    return noToken;
  switch (text[at]) {
  case '\r':
    return at + (text.substr(at).starts_with("\r\n") ? 2 : 1);
  case 'x':
    return at + 2 < text.size() && llvm::isHexDigit(text[at + 1]) && llvm::isHexDigit(text[at + 2])
               ? at + 3
               : noToken;
  case 'u':
    ++at;
    return takeUnicodeDigits(text, at) ? at : noToken;
  default:
    return at + 1;
  }
}

/// Digits of a base with separators between them.
size_t endOfDigits(llvm::StringRef text, size_t at, unsigned base) {
  bool wasDigit = false;
  for (; at < text.size(); ++at) {
    unsigned value = llvm::hexDigitValue(text[at]);
    if (text[at] == '_' && wasDigit && at + 1 < text.size() &&
        llvm::hexDigitValue(text[at + 1]) < base) {
      wasDigit = false;
      continue;
    }
    if (value >= base)
      return wasDigit ? at : noToken;
    wasDigit = true;
  }
  return wasDigit ? at : noToken;
}

bool isDigitAt(llvm::StringRef text, size_t at) {
  return at < text.size() && llvm::isDigit(text[at]);
}

/// Behind the fraction and the exponent that may follow a decimal number's whole digits.
size_t endOfDecimal(llvm::StringRef text, size_t at) {
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (isDigitAt(text, at))
      at = endOfDigits(text, at, 10);
  }
  if (at != noToken && at < text.size() && (text[at] | 0x20) == 'e') {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-'))
      ++at;
    at = endOfDigits(text, at, 10);
  }
  return at;
}

size_t endOfPlainNumber(llvm::StringRef text, size_t at) {
  llvm::StringRef rest = text.substr(at);
  size_t end = noToken;
  if (rest.front() == '.')
    return isDigitAt(text, at + 1) ? endOfDecimal(text, at) : noToken;
  if (rest.front() == '0' && rest.size() > 1) {
    char letter = static_cast<char>(rest[1] | 0x20);
    unsigned base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    if (base) {
      end = endOfDigits(text, at + 2, base);
      return end != noToken && end < text.size() && text[end] == 'n' ? end + 1 : end;
    }
    if (llvm::isDigit(rest[1])) {
      // 017 is octal and knows no fraction, 018 is decimal; neither knows separators
      size_t size = rest.take_while(llvm::isDigit).size();
      bool octal = rest.take_front(size).find_first_of("89") == llvm::StringRef::npos;
      return octal ? at + size : endOfDecimal(text, at + size);
    }
    if (rest[1] == '_')
      return noToken;
  }
  end = endOfDigits(text, at, 10);
  if (end != noToken && end < text.size() && text[end] == 'n')
    return end + 1;
  return end == noToken ? end : endOfDecimal(text, end);
}

} // namespace

bool isWideSpace(uint32_t code) {
  return code == 0xA0 || code == 0xFEFF || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
         code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

bool hasLineTerminator(llvm::StringRef text) {
  for (size_t at = 0; (at = text.find_first_of("\n\r\xE2", at)) != llvm::StringRef::npos; ++at)
    if (text[at] != '\xE2' || isLineSeparator(text, at))
      return true;
  return false;
}

bool isReservedWord(llvm::StringRef word) {
  static constexpr llvm::StringLiteral words[] = {
      "async",  "await",   "break",    "case",   "catch",  "class",  "const",      "continue",
      "delete", "do",      "debugger", "else",   "enum",   "export", "extends",    "false",
      "for",    "finally", "function", "if",     "import", "in",     "instanceof", "let",
      "new",    "null",    "return",   "static", "super",  "switch", "this",       "throw",
      "true",   "try",     "typeof",   "var",    "void",   "while",  "with",       "yield"};
  return llvm::is_contained(words, word);
}

size_t endOfName(llvm::StringRef text, size_t at) {
  bool first = true;
  while (at < text.size()) {
    auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 128 && byte != '\\') {
      if (!asciiNameBytes[byte] || (first && llvm::isDigit(text[at])))
        break;
      ++at;
    } else {
      size_t next = endOfNamePart(text, at, first);
      // an escape that is not a part of the name ends it as an error
      if (next == noToken && byte == '\\')
        return noToken;
      if (next == noToken)
        break;
      at = next;
    }
    first = false;
  }
  return first ? noToken : at;
}

size_t endOfNumber(llvm::StringRef text, size_t at) {
  size_t end = endOfPlainNumber(text, at);
  if (end == noToken || end == text.size())
    return end;
  bool clings = llvm::isDigit(text[end]) || endOfNamePart(text, end, true) != noToken;
  return clings ? noToken : end;
}

size_t endOfString(llvm::StringRef text, size_t at) {
  char quote = text[at];
  for (++at; at < text.size();) {
    char c = text[at];
    if (c == quote)
      return at + 1;
    if (c == '\n' || c == '\r')
      return noToken;
    at = c == '\\' ? endOfEscape(text, at + 1) : at + 1;
  }
  return noToken;
}

size_t endOfRegExp(llvm::StringRef text, size_t at) {
  bool inClass = false;
  for (size_t begin = at++; at < text.size(); ++at) {
    char c = text[at];
    if (c == '\n' || c == '\r' || (c == '\xE2' && isLineSeparator(text, at)) ||
        (c == '*' && at == begin + 1))
      return noToken;
    if (c == '\\') {
      if (at + 1 == text.size() || text[at + 1] == '\n' || text[at + 1] == '\r' ||
          isLineSeparator(text, at + 1))
        return noToken;
      ++at;
    } else if (c == '[') {
      inClass = true;
    } else if (c == ']') {
      inClass = false;
    } else if (c == '/' && !inClass) {
      if (at == begin + 1)
        return noToken;
      size_t flags = ++at;
      while (at < text.size() && endOfNamePart(text, at, false) != noToken)
        at = endOfNamePart(text, at, false);
      llvm::StringRef letters = text.slice(flags, at);
      for (size_t i = 0; i < letters.size(); ++i)
        if (!llvm::StringRef("dgimsuvy").contains(letters[i]) || letters.find(letters[i]) != i)
          return noToken;
      return at;
    }
  }
  return noToken;
}

size_t endOfTemplateChunk(llvm::StringRef text, size_t at) {
  for (; (at = text.find_first_of("`\\$", at)) != llvm::StringRef::npos; ++at) {
    if (text[at] == '`')
      return at + 1;
    if (text[at] == '\\')
      ++at;
    else if (text.substr(at).starts_with("${"))
      return at + 2;
  }
  return noToken;
}

size_t endOfComment(llvm::StringRef text, size_t at) {
  if (text.substr(at).starts_with("/*")) {
    size_t close = text.find("*/", at + 2);
    return close == llvm::StringRef::npos ? noToken : close + 2;
  }
  if (!text.substr(at).starts_with("//"))
    return noToken;
  while ((at = text.find_first_of("\n\r\xE2", at)) != llvm::StringRef::npos) {
    if (text[at] != '\xE2' || isLineSeparator(text, at))
      return at;
    ++at;
  }
  return text.size();
}

size_t endOfPunctuator(llvm::StringRef text, size_t at) {
  llvm::StringRef rest = text.substr(at, 4);
  auto run = [&](size_t most, char c) {
    size_t size = 1;
    while (size < most && size < rest.size() && rest[size] == c)
      ++size;
    return size;
  };
  auto withAssign = [&](size_t size) {
    return at + size + (size < rest.size() && rest[size] == '=' ? 1 : 0);
  };
  if (rest.empty())
    return noToken;
  switch (char c = rest.front()) {
  case '{':
  case '}':
  case '(':
  case ')':
  case '[':
  case ']':
  case ';':
  case ',':
  case ':':
  case '~':
  case '@':
    return at + 1;
  case '.':
    return at + (rest.starts_with("...") ? 3 : 1);
  case '?':
    if (rest.starts_with("?.") && !isDigitAt(text, at + 2))
      return at + 2;
    return rest.starts_with("??") ? withAssign(2) : at + 1;
  case '<':
    return withAssign(run(2, c));
  case '>':
    return withAssign(run(3, c));
  case '=':
    if (rest.starts_with("=>"))
      return at + 2;
    return at + run(3, c);
  case '!':
    return at + (rest.starts_with("!==") ? 3 : rest.starts_with("!=") ? 2 : 1);
  case '+':
  case '-':
    return rest.size() > 1 && rest[1] == c ? at + 2 : withAssign(1);
  case '*':
  case '&':
  case '|':
    return withAssign(run(2, c));
  case '%':
  case '^':
  case '/':
    return withAssign(1);
  default:
    return noToken;
  }
}

} // namespace agentc
