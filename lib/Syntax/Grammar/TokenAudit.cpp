#include "TokenAudit.h"

#include "SyntaxRules.h"
#include "Tokens.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

constexpr size_t maxFindings = 10;

constexpr llvm::StringLiteral separatorMessage =
    "line separator U+2028 or U+2029 outside of a string";

llvm::StringRef nounOf(Kind kind) {
  switch (kind) {
  case Kind::Number:
    return "number";
  case Kind::String:
    return "string";
  case Kind::Regex:
    return "regular expression";
  case Kind::TemplateString:
    return "template";
  case Kind::Comment:
  case Kind::HtmlComment:
    return "comment";
  case Kind::HashBangLine:
    return "hashbang line";
  case Kind::JsxText:
    return "JSX text";
  case Kind::PrivatePropertyIdentifier:
    return "name";
  default:
    return "token";
  }
}

/// A name with `-`, or a string without escapes, whose lines may end.
bool isJsxToken(Kind kind, llvm::StringRef token) {
  if (kind == Kind::String)
    return token.size() >= 2 && token.find(token.front(), 1) == token.size() - 1;
  return llvm::all_of(token,
                      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '-'; });
}

bool isEscapedWordByte(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '\\' ||
         static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

void TokenAudit::report(const RuleInfo &rule, ByteRange range, llvm::StringRef message,
                        bool unlessScript) {
  if (findings_.size() < maxFindings)
    findings_.push_back({&rule, range, message.str(), unlessScript});
}

void TokenAudit::gap(uint32_t end) {
  for (uint32_t at = offset_; at < end;) {
    char c = parsed_[at];
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      ++at;
      continue;
    }
    DecodedCharacter character = decodeUtf8(text_, at);
    uint32_t code = character.codePoint.value_or(0);
    ByteRange range{at, at + character.length};
    at = range.end;
    if (code == 0x2028 || code == 0x2029)
      report(rule::ambiguousSyntax, range, separatorMessage);
    else if (!isWideSpace(code))
      report(rule::syntaxError, range,
             "unexpected `" + escapeForTerminal(text_.slice(range.begin, range.end)) +
                 "`, which is not white space");
  }
  offset_ = end;
}

/// True if a `-->` at the offset would be a comment by ECMA-262 B.1.1: only white space and
/// comments precede it on its line.
bool TokenAudit::beginsLine(uint32_t offset) const {
  return lastTokenEnd_ == 0 || hasLineTerminator(text_.slice(lastTokenEnd_, offset));
}

bool TokenAudit::isComment(Kind kind, ByteRange range) {
  llvm::StringRef comment = text_.slice(range.begin, range.end);
  for (llvm::StringRef separator : {"\xE2\x80\xA8", "\xE2\x80\xA9"})
    if (size_t found = comment.find(separator); found != llvm::StringRef::npos) {
      auto at = range.begin + static_cast<uint32_t>(found);
      report(rule::ambiguousSyntax, {at, at + 3}, separatorMessage);
      return true;
    }
  if (kind == Kind::Comment)
    return endOfComment(text_, range.begin) == range.end;
  bool opens = comment.starts_with("<!--");
  if (!opens && !beginsLine(range.begin))
    report(rule::ambiguousSyntax, {range.begin, range.begin + 3},
           "`-->` begins a comment to some readers and not to others");
  else
    report(rule::ambiguousSyntax, {range.begin, range.begin + (opens ? 4 : 3)},
           opens ? "`<!--` begins a comment to some readers and not to others"
                 : "`-->` begins a comment to some readers and not to others",
           /*unlessScript=*/true);
  return !hasLineTerminator(comment) &&
         (range.end == text_.size() || text_[range.end] == '\n' || text_[range.end] == '\r');
}

bool TokenAudit::isPunctuator(ByteRange range, Place place) {
  llvm::StringRef token = text_.slice(range.begin, range.end);
  size_t end = endOfPunctuator(text_, range.begin);
  if (token == "<" && text_.substr(range.begin).starts_with("<!--"))
    report(rule::ambiguousSyntax, {range.begin, range.begin + 4},
           "`<!--` begins a comment to some readers and not to others");
  if (token == "--" && text_.substr(range.begin).starts_with("-->") && beginsLine(range.begin))
    report(rule::ambiguousSyntax, {range.begin, range.begin + 3},
           "`-->` begins a comment to some readers and not to others");
  if (token == "/" || token == "/=")
    return endOfComment(text_, range.begin) == noToken && end == range.end;
  if (end == range.end)
    return true;
  if (place != Place::Code)
    return end != noToken;
  if (token != ">")
    return token == "</" || token == "/>";
  openGreater_ = range.end;
  return true;
}

bool TokenAudit::isToken(Kind kind, ByteRange range, Place place) {
  if (openGreater_ != 0) {
    // a `>` of types is seen in Types; that of a tag has text behind it
    bool joins = openGreater_ == range.begin && kind != Kind::JsxText;
    openGreater_ = 0;
    if (joins && place == Place::Code) {
      report(rule::ambiguousSyntax, {range.begin - 1, range.end},
             "`>` is a token of its own to some readers and not to others");
      return true;
    }
  }
  switch (kind) {
  case Kind::Comment:
  case Kind::HtmlComment:
    if (!isComment(kind, range))
      return false;
    comments_.push_back(range);
    return true;
  case Kind::JsxText:
    lastTokenEnd_ = range.end;
    return text_.slice(range.begin, range.end).find_first_of("<{") == llvm::StringRef::npos;
  case Kind::HtmlCharacterReference:
    return true;
  case Kind::HashBangLine:
    return range.begin == 0 && !hasLineTerminator(text_.slice(range.begin, range.end));
  case Kind::StaticGet:
    return true;
  default:
    break;
  }
  lastTokenEnd_ = range.end;
  const char front = text_[range.begin];
  if (place == Place::Jsx && isJsxToken(kind, text_.slice(range.begin, range.end)))
    return true;
  switch (kind) {
  case Kind::Number:
    return (llvm::isDigit(front) || front == '.') && endOfNumber(text_, range.begin) == range.end;
  case Kind::String:
    return (front == '"' || front == '\'') && endOfString(text_, range.begin) == range.end;
  case Kind::Regex:
    return front == '/' && endOfRegExp(text_, range.begin) == range.end;
  case Kind::PrivatePropertyIdentifier:
    return front == '#' && endOfName(text_, range.begin + 1) == range.end;
  default:
    if (isEscapedWordByte(front))
      return endOfName(text_, range.begin) == range.end;
    return isPunctuator(range, place);
  }
}

void TokenAudit::refuse(Kind kind, ByteRange range) {
  offset_ = std::max(offset_, range.end);
  const bool isName = isEscapedWordByte(text_[range.begin]) && kind != Kind::Number;
  size_t end = isName                    ? endOfName(text_, range.begin)
               : kind == Kind::Number    ? endOfNumber(text_, range.begin)
               : kind == Kind::String    ? endOfString(text_, range.begin)
               : kind == Kind::Regex     ? endOfRegExp(text_, range.begin)
               : nounOf(kind) == "token" ? endOfPunctuator(text_, range.begin)
                                         : range.end + 1;
  std::string noun = isName ? "name" : nounOf(kind).str();
  if (end == noToken || end < range.end)
    return report(rule::syntaxError, range, "malformed " + noun);
  report(rule::ambiguousSyntax, range, noun + " that other readers end elsewhere");
}

void TokenAudit::templateChunk() {
  size_t end = endOfTemplateChunk(text_, offset_);
  if (end != noToken)
    offset_ = static_cast<uint32_t>(end);
}

void TokenAudit::openTemplate(ByteRange range) {
  if (range.begin < offset_)
    return;
  gap(range.begin);
  offset_ = range.begin + 1;
  templateChunk();
}

void TokenAudit::openSubstitution(ByteRange range) {
  if (offset_ != range.begin + 2 || !text_.take_front(offset_).ends_with("${"))
    refuse(Kind::TemplateString, {range.begin, range.begin + 2});
}

void TokenAudit::closeSubstitution(ByteRange range) {
  offset_ = std::max(offset_, range.end);
  templateChunk();
}

void TokenAudit::closeTemplate(ByteRange range) {
  if (offset_ != range.end)
    refuse(Kind::TemplateString, range);
  offset_ = range.end;
  lastTokenEnd_ = range.end;
}

void TokenAudit::finish() {
  if (offset_ < text_.size())
    gap(static_cast<uint32_t>(text_.size()));
}

} // namespace agentc
