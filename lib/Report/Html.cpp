#include "Html.h"

#include "agentc/Support/Text.h"

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

/// Calls `show` with each piece of a text: one that is the same for every reader, or a character
/// that is shown by its code point.
template <typename Show> void eachPiece(llvm::StringRef text, bool keepsLayout, Show show) {
  size_t from = 0;
  for (size_t at = 0; at < text.size();) {
    const DecodedCharacter decoded = decodeUtf8(text, at);
    const llvm::StringRef character = text.substr(at, decoded.length);
    const bool isPlain = decoded.codePoint && !isDeceptive(*decoded.codePoint);
    const bool isEnd = character == "\r" && text.substr(at + 1).starts_with("\n");
    if (!isPlain && !(keepsLayout && (isLayout(character) || isEnd))) {
      show(text.slice(from, at), false);
      show(isLayout(character) ? " " : escapeForTerminal(character), !isLayout(character));
      from = at + decoded.length;
    }
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

void Html::prose(llvm::StringRef content) {
  while (true) {
    const size_t from = content.find('`'), to = content.find('`', from + 1);
    if (from == llvm::StringRef::npos || to == llvm::StringRef::npos)
      break;
    text(content.take_front(from));
    code(content.slice(from + 1, to));
    content = content.substr(to + 1);
  }
  text(content);
}

} // namespace agentc
