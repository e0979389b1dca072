#include "Html.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"

namespace agentc {

namespace {

llvm::StringRef escaped(char c) {
  switch (c) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  default:
    return "";
  }
}

bool isLayout(llvm::StringRef character) { return character == "\n" || character == "\t"; }

/// Marks on one letter that writing needs; more would be painted over what stands around it.
constexpr unsigned maxMarks = 4;
/// Empty lines behind each other that are shown; more would push away what follows.
constexpr size_t maxEmptyLines = 3;

/// True for a mark that is drawn on the letter before it.
bool isMark(llvm::StringRef character) {
  return llvm::sys::unicode::columnWidthUTF8(character) == 0;
}

/// True for what is drawn as nothing, though Unicode takes it for a symbol.
bool isBlank(uint32_t codePoint) { return codePoint == 0x2800; }

std::string codePointText(const DecodedCharacter &decoded, llvm::StringRef character) {
  if (decoded.codePoint && !isDeceptive(*decoded.codePoint))
    return "\\u{" + llvm::utohexstr(*decoded.codePoint, /*LowerCase=*/true) + "}";
  return escapeForTerminal(character);
}

/// The bytes of a run of empty lines, and how many they are.
std::pair<size_t, size_t> emptyLinesAt(llvm::StringRef text) {
  const llvm::StringRef run = text.take_front(text.find_first_not_of(" \t\r\n"));
  const size_t end = run.rfind('\n');
  if (end == llvm::StringRef::npos)
    return {0, 0};
  return {end, run.take_front(end).count('\n')};
}

/// Calls `show` with each piece of a text: one that is the same for every reader, or a character
/// that is shown by its code point.
template <typename Show> void eachPiece(llvm::StringRef text, bool keepsLayout, Show show) {
  size_t from = 0;
  unsigned marks = 0;
  auto put = [&](size_t at, size_t length, llvm::StringRef instead, bool isUnseen) {
    show(text.slice(from, at), false);
    show(instead, isUnseen);
    from = at + length;
  };
  for (size_t at = 0; at < text.size();) {
    const DecodedCharacter decoded = decodeUtf8(text, at);
    const llvm::StringRef character = text.substr(at, decoded.length);
    marks = decoded.length > 1 && isMark(character) ? marks + 1 : 0;
    const bool isPlain = decoded.codePoint && !isDeceptive(*decoded.codePoint) &&
                         !isBlank(*decoded.codePoint) && marks <= maxMarks;
    const bool isEnd = character == "\r" && text.substr(at + 1).starts_with("\n");
    if (character == "\n" && keepsLayout)
      if (auto [length, count] = emptyLinesAt(text.substr(at)); count > maxEmptyLines) {
        put(at, length, "\n", false);
        show(std::to_string(count) + " empty lines", true);
        at += length;
        continue;
      }
    if (!isPlain && !(keepsLayout && (isLayout(character) || isEnd)))
      put(at, decoded.length, isLayout(character) ? " " : codePointText(decoded, character),
          !isLayout(character));
    at += decoded.length;
  }
  show(text.substr(from), false);
}

} // namespace

void Html::value(llvm::StringRef text) {
  for (char c : text)
    if (llvm::StringRef entity = escaped(c); !entity.empty())
      out_ << entity;
    else if (c != '\r')
      out_ << c;
}

void Html::text(llvm::StringRef text, bool keepsLayout) {
  eachPiece(text, keepsLayout, [&](llvm::StringRef piece, bool isUnseen) {
    if (isUnseen)
      out_ << "<b class=\"unseen\">";
    value(piece);
    if (isUnseen)
      out_ << "</b>";
  });
}

void Html::open(llvm::StringLiteral tag, Attributes attributes) {
  out_ << '<' << tag;
  for (const auto &[name, content] : attributes) {
    out_ << ' ' << name << "=\"";
    eachPiece(content, false, [&](llvm::StringRef piece, bool) { value(piece); });
    out_ << '"';
  }
  out_ << '>';
}

void Html::element(llvm::StringLiteral tag, llvm::StringRef content, Attributes attributes) {
  open(tag, attributes);
  text(content);
  close(tag);
}

void Html::link(llvm::StringRef address, llvm::StringRef content) {
  if (address.empty())
    return text(content);
  element("a", content, {{"href", address}});
}

/// The next backquote that no other one touches: several in a row are code's own.
static size_t findBackquote(llvm::StringRef text, size_t from) {
  while (from < text.size()) {
    const size_t at = text.find('`', from);
    if (at == llvm::StringRef::npos)
      return at;
    const size_t end = std::min(text.find_first_not_of('`', at), text.size());
    if (end == at + 1)
      return at;
    from = end;
  }
  return llvm::StringRef::npos;
}

void Html::prose(llvm::StringRef content) {
  while (true) {
    const size_t from = findBackquote(content, 0);
    const size_t to = from == llvm::StringRef::npos ? from : findBackquote(content, from + 1);
    if (to == llvm::StringRef::npos)
      break;
    text(content.take_front(from));
    code(content.slice(from + 1, to));
    content = content.substr(to + 1);
  }
  text(content);
}

} // namespace agentc
