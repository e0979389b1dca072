#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <limits>

namespace agentc {

namespace {

std::string codePointEscape(uint32_t codePoint) {
  switch (codePoint) {
  case '\t':
    return "\\t";
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  default:
    return "\\u{" + llvm::utohexstr(codePoint, /*LowerCase=*/true) + "}";
  }
}

} // namespace

std::string escapeForTerminal(llvm::StringRef text, bool keepLayout) {
  std::string out;
  out.reserve(text.size());
  for (size_t offset = 0; offset < text.size();) {
    DecodedCharacter character = decodeUtf8(text, offset);
    llvm::StringRef bytes = text.substr(offset, character.length);
    offset += character.length;
    if (!character.codePoint) {
      out += "\\x" + llvm::utohexstr(static_cast<unsigned char>(bytes[0]), true, 2);
      continue;
    }
    bool layout = keepLayout && (bytes == "\t" || bytes == "\n" ||
                                 (bytes == "\r" && text.substr(offset).starts_with("\n")));
    if (isDeceptive(*character.codePoint) && !layout)
      out += codePointEscape(*character.codePoint);
    else
      out += bytes;
  }
  return out;
}

std::optional<std::string> nearest(llvm::StringRef word, llvm::ArrayRef<std::string> candidates) {
  // As clang: a third of the letters may be wrong.
  unsigned best = static_cast<unsigned>(std::min<size_t>(word.size() + 2, 300) / 3) + 1;
  const std::string *found = nullptr;
  for (const std::string &candidate : candidates) {
    unsigned distance = word.edit_distance_insensitive(candidate, true, best);
    if (distance < best && distance < candidate.size()) {
      best = distance;
      found = &candidate;
    }
  }
  if (!found)
    return std::nullopt;
  return *found;
}

std::optional<uint64_t> parseByteSize(llvm::StringRef text) {
  text = text.trim(" ");
  uint64_t number = 0;
  if (text.empty() || !llvm::isDigit(text[0]) || text.consumeInteger(10, number))
    return std::nullopt;
  std::string unit = text.ltrim(' ').lower();
  llvm::StringRef prefix = unit;
  if (prefix.size() > 1 && prefix.ends_with("ib"))
    prefix = prefix.drop_back(2);
  else
    prefix.consume_back("b");
  if (prefix.empty() && unit.size() > 1)
    return std::nullopt;
  size_t power = llvm::StringRef("kmgt").find(prefix.empty() ? '?' : prefix[0]);
  if (!prefix.empty() && (prefix.size() != 1 || power == llvm::StringRef::npos))
    return std::nullopt;
  unsigned shift = prefix.empty() ? 0 : static_cast<unsigned>(power + 1) * 10;
  if (number > std::numeric_limits<uint64_t>::max() >> shift)
    return std::nullopt;
  return number << shift;
}

std::string describe(std::error_code error) {
  std::string text = error.message();
  // "No such file" loses its capital, "I/O error" does not.
  if (text.size() > 1 && llvm::isLower(text[1]))
    text[0] = llvm::toLower(text[0]);
  return text;
}

} // namespace agentc
