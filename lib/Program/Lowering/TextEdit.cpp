#include "TextEdit.h"

#include "agentc/Support/Text.h"

#include "llvm/Support/FormatVariadic.h"

namespace agentc {

std::string quoteText(llvm::StringRef text, bool escaped) {
  std::string out = "\"";
  auto escape = [&](uint32_t unit) { out += llvm::formatv("\\u{0:X-4}", unit).str(); };
  for (size_t at = 0; at < text.size();) {
    auto [decoded, length] = decodeUtf8(text, at);
    auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
    if (!decoded && text.size() - at >= 3 && byte(0) == 0xED && byte(1) >= 0xA0) {
      escape(0xD000u | uint32_t(byte(1) & 0x3F) << 6 | (byte(2) & 0x3F));
      at += 3;
      continue;
    }
    uint32_t c = decoded.value_or(0xFFFD);
    if (c == '"' || c == '\\')
      (out += '\\') += static_cast<char>(c);
    else if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (c < 0x20 || c == 0x7F || c == 0x2028 || c == 0x2029 ||
             (escaped && c < 0x10000 && isDeceptive(c)))
      escape(c);
    else if (escaped && isDeceptive(c))
      out += llvm::formatv("\\u{{{0:X-}}", c).str();
    else
      out += text.substr(at, length);
    at += length;
  }
  return out + "\"";
}

llvm::StringRef skipTrivia(llvm::StringRef text) {
  while (true) {
    text = text.ltrim();
    if (text.starts_with("//"))
      text = text.drop_front(std::min(text.find_first_of("\r\n"), text.size()));
    else if (text.starts_with("/*"))
      text = text.drop_front(std::min(text.find("*/", 2), text.size() - 2) + 2);
    else
      return text;
  }
}

uint32_t skipTrivia(llvm::StringRef text, uint32_t offset) {
  return static_cast<uint32_t>(skipTrivia(text.substr(offset)).data() - text.data());
}

} // namespace agentc
