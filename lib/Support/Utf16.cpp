#include "agentc/Support/Utf16.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

std::u16string toUtf16(llvm::StringRef text) {
  std::u16string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    unsigned char lead = text[i];
    unsigned length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (i + length > text.size())
      break;
    uint32_t point = length == 1 ? lead : lead & (0x7F >> length);
    for (unsigned k = 1; k < length; ++k)
      point = point << 6 | (text[i + k] & 0x3F);
    if (point >= 0x10000) {
      out += static_cast<char16_t>(0xD7C0 + (point >> 10));
      out += static_cast<char16_t>(0xDC00 | (point & 0x3FF));
    } else {
      out += static_cast<char16_t>(point);
    }
    i += length;
  }
  return out;
}

std::string fromUtf16(std::u16string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    uint32_t point = text[i];
    if (point >= 0xD800 && point < 0xDC00 && i + 1 < text.size() && text[i + 1] >= 0xDC00 &&
        text[i + 1] < 0xE000)
      point = 0x10000 + ((point & 0x3FF) << 10) + (text[++i] & 0x3FF);
    if (point < 0x80) {
      out += static_cast<char>(point);
    } else if (point < 0x800) {
      out += static_cast<char>(0xC0 | point >> 6);
      out += static_cast<char>(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
      out += static_cast<char>(0xE0 | point >> 12);
      out += static_cast<char>(0x80 | (point >> 6 & 0x3F));
      out += static_cast<char>(0x80 | (point & 0x3F));
    } else {
      out += static_cast<char>(0xF0 | point >> 18);
      out += static_cast<char>(0x80 | (point >> 12 & 0x3F));
      out += static_cast<char>(0x80 | (point >> 6 & 0x3F));
      out += static_cast<char>(0x80 | (point & 0x3F));
    }
  }
  return out;
}

bool isAscii(llvm::StringRef text) {
  return llvm::all_of(text, [](char c) { return static_cast<signed char>(c) >= 0; });
}

void appendText(std::string &head, llvm::StringRef tail) {
  auto isSurrogate = [](llvm::StringRef unit, unsigned char first, unsigned char last) {
    unsigned char middle = unit.size() == 3 ? unit[1] : 0;
    return unit.starts_with("\xED") && middle >= first && middle <= last;
  };
  if (tail.size() < 3 || head.size() < 3 || !isSurrogate(tail.take_front(3), 0xB0, 0xBF) ||
      !isSurrogate(llvm::StringRef(head).take_back(3), 0xA0, 0xAF)) {
    head += tail;
    return;
  }
  std::u16string pair = toUtf16(llvm::StringRef(head).take_back(3)) + toUtf16(tail.take_front(3));
  head.resize(head.size() - 3);
  head += fromUtf16(pair);
  head += tail.drop_front(3);
}

int compareUtf16(llvm::StringRef left, llvm::StringRef right) {
  if (isAscii(left) && isAscii(right))
    return left.compare(right);
  return toUtf16(left).compare(toUtf16(right));
}

bool hasLoneSurrogate(llvm::StringRef text) {
  for (size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '\xED' && static_cast<unsigned char>(text[i + 1]) >= 0xA0)
      return true;
  return false;
}

} // namespace agentc
