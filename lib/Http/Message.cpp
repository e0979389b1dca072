#include "agentc/Http/Message.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::http {

std::optional<llvm::StringRef> Request::header(llvm::StringRef name) const {
  for (const auto &[one, value] : headers)
    if (one == name)
      return llvm::StringRef(value);
  return std::nullopt;
}

/// Escapes read, as in RFC 3986, 2.1.
static std::optional<std::string> unescape(llvm::StringRef text, bool isForm) {
  std::string plain;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == '%') {
      if (at + 2 >= text.size() || !llvm::isHexDigit(text[at + 1]) ||
          !llvm::isHexDigit(text[at + 2]))
        return std::nullopt;
      c = static_cast<char>(llvm::hexFromNibbles(text[at + 1], text[at + 2]));
      at += 2;
      if (c == '\0')
        return std::nullopt;
    } else if (isForm && c == '+') {
      c = ' ';
    }
    plain += c;
  }
  if (findInvalidUtf8(plain))
    return std::nullopt;
  return plain;
}

std::optional<std::string> unescape(llvm::StringRef text) {
  return unescape(text, /*isForm=*/false);
}

std::optional<std::vector<std::string>> readPath(llvm::StringRef path) {
  path.consume_front("/");
  std::vector<std::string> segments;
  for (;;) {
    const auto [first, rest] = path.split('/');
    std::optional<std::string> segment = unescape(first);
    if (!segment)
      return std::nullopt;
    segments.push_back(std::move(*segment));
    if (first.size() == path.size())
      return segments;
    path = rest;
  }
}

std::optional<std::vector<std::pair<std::string, std::string>>> readQuery(llvm::StringRef query) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!query.empty()) {
    const auto [first, rest] = query.split('&');
    query = rest;
    if (first.empty())
      continue;
    const auto [name, value] = first.split('=');
    std::optional<std::string> plainName = unescape(name, /*isForm=*/true),
                               plainValue = unescape(value, /*isForm=*/true);
    if (!plainName || !plainValue)
      return std::nullopt;
    pairs.emplace_back(std::move(*plainName), std::move(*plainValue));
  }
  return pairs;
}

Response makeResponse(unsigned status, llvm::StringRef type, std::string body) {
  return {status, {{"content-type", type.str()}}, std::move(body)};
}

} // namespace agentc::http
