#include "agentc/Support/Text.h"

#include <array>
#include <cstring>

namespace agentc {

namespace {

struct CodePointRange {
  uint32_t first, last;
};

/// Sorted. Unicode 15: categories Cc and Cf that hide or reorder, Hangul fillers, line separators,
/// and the plane of tags and supplementary variation selectors.
constexpr std::array<CodePointRange, 16> deceptiveRanges{{
    {0x0000, 0x001F},
    {0x007F, 0x009F},
    {0x061C, 0x061C},
    {0x115F, 0x1160},
    {0x17B4, 0x17B5},
    {0x180E, 0x180E},
    {0x200B, 0x200F},
    {0x2028, 0x202E},
    {0x2060, 0x206F},
    {0x3164, 0x3164},
    {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},
    {0xFFF9, 0xFFFB},
    {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A},
    {0xE0000, 0xE0FFF},
}};

bool isContinuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

} // namespace

DecodedCharacter decodeUtf8(llvm::StringRef text, size_t offset) {
  const auto *bytes = text.bytes_begin() + offset;
  size_t left = text.size() - offset;
  unsigned char lead = bytes[0];
  if (lead < 0x80)
    return {lead, 1};
  if (lead < 0xC2 || lead > 0xF4)
    return {};
  unsigned length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (left < length)
    return {};
  // Only the second byte's range depends on the lead: no overlong forms, no surrogates, no more
  // than U+10FFFF.
  unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (bytes[1] < low || bytes[1] > high)
    return {};
  uint32_t codePoint = lead & (0x7F >> length);
  for (unsigned i = 1; i < length; ++i) {
    if (!isContinuation(bytes[i]))
      return {};
    codePoint = codePoint << 6 | (bytes[i] & 0x3F);
  }
  return {codePoint, length};
}

std::optional<size_t> findInvalidUtf8(llvm::StringRef text) {
  size_t offset = 0;
  while (offset < text.size()) {
    uint64_t word;
    if (text.size() - offset >= sizeof word) {
      std::memcpy(&word, text.data() + offset, sizeof word);
      if (!(word & 0x8080808080808080ull)) {
        offset += sizeof word;
        continue;
      }
    }
    DecodedCharacter character = decodeUtf8(text, offset);
    if (!character.codePoint)
      return offset;
    offset += character.length;
  }
  return std::nullopt;
}

void appendUtf8(std::string &out, uint32_t codePoint) {
  if (codePoint > 0x10FFFF || (codePoint >= 0xD800 && codePoint <= 0xDFFF))
    codePoint = 0xFFFD;
  auto push = [&](uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (codePoint < 0x80)
    return push(codePoint);
  if (codePoint < 0x800) {
    push(0xC0 | codePoint >> 6);
  } else if (codePoint < 0x10000) {
    push(0xE0 | codePoint >> 12);
    push(0x80 | (codePoint >> 6 & 0x3F));
  } else {
    push(0xF0 | codePoint >> 18);
    push(0x80 | (codePoint >> 12 & 0x3F));
    push(0x80 | (codePoint >> 6 & 0x3F));
  }
  push(0x80 | (codePoint & 0x3F));
}

bool isDeceptive(uint32_t codePoint) {
  if (codePoint >= 0x20 && codePoint < 0x7F)
    return false;
  for (CodePointRange range : deceptiveRanges)
    if (codePoint <= range.last)
      return codePoint >= range.first;
  return false;
}

} // namespace agentc
