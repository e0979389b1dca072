#include "Literals.h"
#include "Tokens.h"

#include "agentc/Support/Text.h"

namespace agentc {

/// White space as TypeScript's scanner has it, within a line.
static bool isSpace(uint32_t c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == 0x85 || c == 0x200B ||
         (c >= 0x80 && c != 0x2028 && c != 0x2029 && isWideSpace(c));
}

static bool isBreak(uint32_t c) { return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029; }

std::string cookJsxText(llvm::StringRef body) {
  constexpr size_t none = llvm::StringRef::npos;
  std::string out;
  size_t first = 0, end = none; // of what is not white space
  bool isBegun = false;
  auto addLine = [&](llvm::StringRef line) {
    if (std::exchange(isBegun, true))
      out += ' ';
    out += cookJsx(line);
  };
  for (size_t at = 0; at < body.size();) {
    auto [codePoint, length] = decodeUtf8(body, at);
    uint32_t c = codePoint.value_or(0xFFFD);
    if (isBreak(c)) {
      if (first != none && end != none)
        addLine(body.slice(first, end));
      first = none;
    } else if (!isSpace(c)) {
      end = at + length;
      if (first == none)
        first = at;
    }
    at += length;
  }
  if (first != none)
    addLine(body.substr(first));
  return out;
}

} // namespace agentc
