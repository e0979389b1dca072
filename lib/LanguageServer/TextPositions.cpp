#include "TextPositions.h"

#include "agentc/Rpc/JsonRpc.h"
#include "agentc/Support/Text.h"

namespace agentc::lsp {

Json TextPositions::at(uint32_t offset) const {
  const Position position = lines_.position(offset);
  uint32_t character = position.column - 1;
  if (encoding_ == Encoding::Utf8)
    character =
        position.offset - static_cast<uint32_t>(lines_.line(position.line).data() - text_.data());
  return {{"line", position.line - 1}, {"character", character}};
}

Json TextPositions::range(ByteRange range) const {
  return {{"start", at(range.begin)}, {"end", at(range.end)}};
}

/// The bytes of a line before so many UTF-16 units; in the middle of a character, before it.
static size_t bytesBefore(llvm::StringRef line, uint64_t units) {
  size_t offset = 0;
  while (offset < line.size() && units > 0) {
    const DecodedCharacter next = decodeUtf8(line, offset);
    const unsigned taken = next.codePoint && *next.codePoint > 0xFFFF ? 2 : 1;
    if (taken > units)
      break;
    units -= taken;
    offset += next.length;
  }
  return offset;
}

std::optional<uint32_t> TextPositions::offsetOf(const Json &position) const {
  const Json *line = member(position, "line"), *character = member(position, "character");
  if (!line || !character || !line->is_number_unsigned() || !character->is_number_unsigned())
    return std::nullopt;
  const auto number = line->get<uint64_t>(), units = character->get<uint64_t>();
  if (number >= lines_.lineCount())
    return static_cast<uint32_t>(text_.size());
  const llvm::StringRef text = lines_.line(static_cast<uint32_t>(number) + 1);
  const size_t within = encoding_ == Encoding::Utf8 ? std::min<uint64_t>(units, text.size())
                                                    : bytesBefore(text, units);
  return static_cast<uint32_t>(static_cast<size_t>(text.data() - text_.data()) + within);
}

std::optional<ByteRange> TextPositions::rangeOf(const Json &range) const {
  const Json *start = member(range, "start"), *end = member(range, "end");
  const std::optional<uint32_t> from = start ? offsetOf(*start) : std::nullopt,
                                to = end ? offsetOf(*end) : std::nullopt;
  if (!from || !to || *from > *to)
    return std::nullopt;
  return ByteRange{*from, *to};
}

} // namespace agentc::lsp
