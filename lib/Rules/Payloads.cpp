#include "Payloads.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>

namespace agentc {

namespace {

/// Bytes of a text that are decoded, and the shortest text that can hold code.
constexpr size_t maxBytes = 1 << 16, minBytes = 40, minDecoded = 24;
/// Encodings within each other.
constexpr unsigned maxLayers = 4;

int valueOfBase64(char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

std::optional<std::string> decodeBase64(llvm::StringRef text) {
  std::string bytes;
  uint32_t bits = 0;
  unsigned count = 0;
  for (char c : text.take_front(maxBytes).rtrim("=")) {
    if (c == '\n' || c == '\r' || c == ' ')
      continue;
    int value = valueOfBase64(c);
    if (value < 0)
      return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(value);
    if ((count += 6) >= 8)
      bytes += static_cast<char>(bits >> (count -= 8) & 0xFF);
  }
  return bytes;
}

/// `6576616c`, and `\\x65\\x76` or `0x65,0x76` as texts.
std::optional<std::string> decodeHex(llvm::StringRef text) {
  std::string digits;
  text = text.take_front(maxBytes);
  for (size_t i = 0; i < text.size(); ++i) {
    llvm::StringRef rest = text.substr(i);
    if (rest.starts_with("\\x") || rest.starts_with("0x"))
      ++i;
    else if (llvm::isHexDigit(text[i]))
      digits += text[i];
    else if (text[i] != ' ' && text[i] != ',' && text[i] != ':' && text[i] != '\n')
      return std::nullopt;
  }
  std::string bytes;
  if (digits.size() % 2 || !llvm::tryGetFromHex(digits, bytes))
    return std::nullopt;
  return bytes;
}

std::optional<std::string> decodePercent(llvm::StringRef text) {
  std::string bytes;
  size_t escapes = 0;
  text = text.take_front(maxBytes);
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    if (text[i] == '%' && i + 2 < text.size() && !text.substr(i + 1, 2).getAsInteger(16, code)) {
      bytes += static_cast<char>(code);
      ++escapes;
      i += 2;
    } else {
      bytes += text[i];
    }
  }
  if (escapes * 6 < text.size())
    return std::nullopt;
  return bytes;
}

std::optional<llvm::StringRef> programIn(llvm::StringRef bytes) {
  using namespace llvm;
  if (bytes.starts_with(StringRef("\x7f"
                                  "ELF",
                                  4)))
    return StringRef("a program (ELF)");
  if (bytes.starts_with("MZ") && bytes.take_front(1024).contains(StringRef("PE\0\0", 4)))
    return StringRef("a program (PE)");
  for (StringRef magic : {StringRef("\xcf\xfa\xed\xfe"), StringRef("\xce\xfa\xed\xfe"),
                          StringRef("\xfe\xed\xfa\xcf"), StringRef("\xfe\xed\xfa\xce")})
    if (bytes.starts_with(magic))
      return StringRef("a program (Mach-O)");
  return std::nullopt;
}

bool isPrintable(llvm::StringRef text) {
  size_t printable = static_cast<size_t>(llvm::count_if(
      text, [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t' || c == '\r'; }));
  return printable * 100 >= text.size() * 97;
}

/// Bytes that were all changed by one key, which the most frequent letters tell.
std::optional<std::string> changedBack(llvm::StringRef bytes) {
  std::array<unsigned, 256> counts{};
  for (char c : bytes)
    ++counts[static_cast<unsigned char>(c)];
  auto most =
      static_cast<unsigned>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  for (char letter : {' ', 'e', 't', 'r', 'o'}) {
    auto key = static_cast<char>(most ^ static_cast<unsigned char>(letter));
    std::string text;
    for (char c : bytes)
      text += static_cast<char>(c ^ key);
    if (key && isPrintable(text) && languageOfText(text))
      return text;
  }
  return std::nullopt;
}

std::optional<Payload> payloadOf(std::string bytes, llvm::StringRef by) {
  if (bytes.size() < minDecoded)
    return std::nullopt;
  if (std::optional<llvm::StringRef> program = programIn(bytes))
    return Payload{std::move(bytes), *program, by, true};
  if (std::optional<llvm::StringRef> language =
          isPrintable(bytes) ? languageOfText(bytes) : std::nullopt)
    return Payload{std::move(bytes), *language, by};
  if (std::optional<std::string> text = changedBack(llvm::StringRef(bytes).take_front(2048)))
    return Payload{*text, languageOfText(*text).value_or("code"), by};
  return std::nullopt;
}

} // namespace

std::optional<llvm::StringRef> languageOfText(llvm::StringRef text) {
  text = text.take_front(maxBytes);
  if (text.starts_with("#!/"))
    return llvm::StringRef("a script");
  auto count = [&](llvm::ArrayRef<llvm::StringRef> words) {
    return static_cast<unsigned>(
        llvm::count_if(words, [&](llvm::StringRef word) { return text.contains(word); }));
  };
  unsigned strong = count({"require(", "child_process", "eval(", "process.env", "Function(",
                           "import(", "exec(", "execSync", "spawn(", "globalThis", "fetch(",
                           "atob(", "XMLHttpRequest", "readFileSync", "Buffer.from", "writeFile"});
  unsigned plain = count({"function", "=>", "const ", "var ", "let ", "return ", "await ", "();",
                          "module.exports", "if(", "if (", ");"});
  if (strong && 2 * strong + plain >= 4)
    return llvm::StringRef("JavaScript");
  if (count({"powershell", "Invoke-Expression", "IEX", "/bin/sh", "/bin/bash", "curl ", "wget ",
             "chmod ", "bash -c", "rm -rf", "| sh", "|sh", "| bash", "&& "}) >= 2)
    return llvm::StringRef("shell commands");
  if (count({"import os", "import subprocess", "import socket", "subprocess.", "os.system(",
             "exec(", "__import__(", "urllib"}) >= 2)
    return llvm::StringRef("Python");
  return std::nullopt;
}

/// Bytes written as text, and how.
struct Decoded {
  std::string bytes;
  llvm::StringRef by;
};

std::optional<Decoded> decode(llvm::StringRef text) {
  auto isLong = [](const std::optional<std::string> &bytes) {
    return bytes && bytes->size() >= minDecoded;
  };
  if (std::optional<std::string> bytes = decodeHex(text); isLong(bytes))
    return Decoded{std::move(*bytes), "hexadecimal"};
  if (std::optional<std::string> bytes = decodeBase64(text); isLong(bytes))
    return Decoded{std::move(*bytes), "base64"};
  if (!text.contains('%'))
    return std::nullopt;
  if (std::optional<std::string> bytes = decodePercent(text); isLong(bytes))
    return Decoded{std::move(*bytes), "percent escapes"};
  return std::nullopt;
}

std::optional<Payload> payloadIn(llvm::StringRef text) {
  std::string layer;
  for (unsigned depth = 0; depth < maxLayers && text.size() >= minBytes; ++depth) {
    std::optional<Decoded> next = decode(text);
    if (!next)
      return std::nullopt;
    if (std::optional<Payload> payload = payloadOf(next->bytes, next->by))
      return payload;
    layer = std::move(next->bytes);
    text = layer;
  }
  return std::nullopt;
}

std::optional<Payload> payloadIn(llvm::ArrayRef<double> codes) {
  std::string bytes;
  for (double code : codes.take_front(maxBytes)) {
    if (code < 0 || code > 255 || code != static_cast<double>(static_cast<int>(code)))
      return std::nullopt;
    bytes += static_cast<char>(static_cast<int>(code));
  }
  std::optional<Payload> payload = payloadOf(bytes, "character codes");
  if (!payload && (payload = payloadIn(llvm::StringRef(bytes))))
    payload->by = "character codes";
  return payload;
}

} // namespace agentc
