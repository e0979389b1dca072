#include "agentc/Support/Json.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace agentc {

namespace {

// nlohmann's own parser tells no offset of a key, and its ordered object compares every new key
// with all before it, which a hostile text turns into hours.
class JsonParser {
public:
  explicit JsonParser(llvm::StringRef text) : text_(text) {}

  bool parseText(Json &value);
  JsonError error;

private:
  struct Member {
    std::string key;
    size_t offset;
    Json value;
  };

  llvm::StringRef text_;
  size_t at_ = 0;

  bool fail(size_t offset, std::string message) {
    error = {std::move(message), offset};
    return false;
  }
  bool failHere(llvm::StringRef expected);
  void skipSpace();
  bool consume(char c);
  bool parseValue(Json &value, unsigned depth);
  bool parseObject(Json &value, unsigned depth);
  bool parseArray(Json &value, unsigned depth);
  bool refuseDuplicates(const std::vector<Member> &members);
  bool parseString(std::string &out);
  bool parseEscape(std::string &out);
  std::optional<uint32_t> parseUnit();
  bool parseNumber(Json &value);
  bool parseWord(llvm::StringRef word, Json meaning, Json &value);
};

bool JsonParser::failHere(llvm::StringRef expected) {
  if (at_ >= text_.size())
    return fail(text_.size(), "unexpected end of JSON; expected " + expected.str());
  llvm::StringRef seen = text_.substr(at_, decodeUtf8(text_, at_).length);
  return fail(at_, "unexpected `" + escapeForTerminal(seen) + "`; expected " + expected.str());
}

void JsonParser::skipSpace() {
  at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
}

bool JsonParser::consume(char c) {
  skipSpace();
  if (at_ >= text_.size() || text_[at_] != c)
    return false;
  ++at_;
  return true;
}

bool JsonParser::parseText(Json &value) {
  if (text_.starts_with("\xEF\xBB\xBF"))
    at_ = 3;
  if (!parseValue(value, 0))
    return false;
  skipSpace();
  return at_ == text_.size() || failHere("the end of the text");
}

bool JsonParser::parseValue(Json &value, unsigned depth) {
  skipSpace();
  switch (at_ < text_.size() ? text_[at_] : '\0') {
  case '{':
    return parseObject(value, depth + 1);
  case '[':
    return parseArray(value, depth + 1);
  case '"':
    value = std::string();
    return parseString(*value.get_ptr<std::string *>());
  case 't':
    return parseWord("true", true, value);
  case 'f':
    return parseWord("false", false, value);
  case 'n':
    return parseWord("null", nullptr, value);
  default:
    if (at_ < text_.size() && (text_[at_] == '-' || llvm::isDigit(text_[at_])))
      return parseNumber(value);
    return failHere("a value");
  }
}

bool JsonParser::parseWord(llvm::StringRef word, Json meaning, Json &value) {
  if (!text_.substr(at_).starts_with(word))
    return failHere("a value");
  at_ += word.size();
  value = std::move(meaning);
  return true;
}

bool JsonParser::parseObject(Json &value, unsigned depth) {
  if (depth > maxJsonDepth)
    return fail(at_, "nested more than " + std::to_string(maxJsonDepth) + " levels deep");
  ++at_;
  std::vector<Member> members;
  if (!consume('}')) {
    do {
      skipSpace();
      if (at_ >= text_.size() || text_[at_] != '"')
        return failHere(members.empty() ? "a key in double quotes or `}`"
                                        : "a key in double quotes");
      Member &member = members.emplace_back();
      member.offset = at_;
      if (!parseString(member.key))
        return false;
      if (!consume(':'))
        return failHere("`:`");
      if (!parseValue(member.value, depth))
        return false;
    } while (consume(','));
    if (!consume('}'))
      return failHere("`,` or `}`");
  }
  if (!refuseDuplicates(members))
    return false;
  value = Json::object();
  // Filled as the vector that it is: its own insertion searches, and growing would copy subtrees.
  auto &object = *value.get_ptr<Json::object_t *>();
  object.reserve(members.size());
  for (Member &member : members)
    object.Container::emplace_back(std::move(member.key), std::move(member.value));
  return true;
}

bool JsonParser::refuseDuplicates(const std::vector<Member> &members) {
  std::vector<const Member *> sorted;
  sorted.reserve(members.size());
  for (const Member &member : members)
    sorted.push_back(&member);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Member *a, const Member *b) { return a->key < b->key; });
  const Member *first = nullptr;
  for (size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i]->key == sorted[i - 1]->key && (!first || sorted[i]->offset < first->offset))
      first = sorted[i];
  return !first || fail(first->offset, "duplicate key `" + escapeForTerminal(first->key) + "`");
}

bool JsonParser::parseArray(Json &value, unsigned depth) {
  if (depth > maxJsonDepth)
    return fail(at_, "nested more than " + std::to_string(maxJsonDepth) + " levels deep");
  ++at_;
  value = Json::array();
  auto &array = *value.get_ptr<Json::array_t *>();
  if (consume(']'))
    return true;
  do {
    if (!parseValue(array.emplace_back(), depth))
      return false;
  } while (consume(','));
  return consume(']') || failHere("`,` or `]`");
}

bool JsonParser::parseString(std::string &out) {
  size_t start = at_++;
  while (at_ < text_.size()) {
    size_t plain = at_;
    unsigned char byte = text_[at_];
    while (byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\' && ++at_ < text_.size())
      byte = text_[at_];
    out.append(text_.data() + plain, at_ - plain);
    if (at_ >= text_.size())
      break;
    if (byte == '"') {
      ++at_;
      return true;
    }
    if (byte < 0x20)
      return fail(at_, "unescaped control character in a string");
    if (byte == '\\') {
      if (!parseEscape(out))
        return false;
      continue;
    }
    DecodedCharacter character = decodeUtf8(text_, at_);
    if (!character.codePoint)
      return fail(at_, "invalid UTF-8");
    out.append(text_.data() + at_, character.length);
    at_ += character.length;
  }
  return fail(start, "unterminated string");
}

/// Four hexadecimal digits at the current place, which moves behind them.
std::optional<uint32_t> JsonParser::parseUnit() {
  uint32_t unit = 0;
  llvm::StringRef digits = text_.substr(at_, 4);
  if (digits.size() != 4 || !llvm::all_of(digits, llvm::isHexDigit) ||
      digits.getAsInteger(16, unit))
    return std::nullopt;
  at_ += 4;
  return unit;
}

bool JsonParser::parseEscape(std::string &out) {
  size_t start = at_++;
  char c = at_ < text_.size() ? text_[at_++] : '\0';
  constexpr llvm::StringRef letters = "\"\\/bfnrt";
  if (size_t form = letters.find(c); c && form != llvm::StringRef::npos) {
    out += "\"\\/\b\f\n\r\t"[form];
    return true;
  }
  std::optional<uint32_t> unit;
  if (c != 'u' || !(unit = parseUnit()))
    return fail(start, "invalid escape in a string");
  uint32_t codePoint = *unit;
  if (codePoint >= 0xD800 && codePoint <= 0xDBFF && text_.substr(at_).starts_with("\\u")) {
    at_ += 2;
    std::optional<uint32_t> low = parseUnit();
    if (!low || *low < 0xDC00 || *low > 0xDFFF)
      return fail(start, "lone surrogate in a string");
    codePoint = 0x10000 + ((codePoint - 0xD800) << 10) + (*low - 0xDC00);
  }
  if (codePoint >= 0xD800 && codePoint <= 0xDFFF)
    return fail(start, "lone surrogate in a string");
  appendUtf8(out, codePoint);
  return true;
}

bool JsonParser::parseNumber(Json &value) {
  size_t start = at_;
  auto digits = [&] {
    size_t from = at_;
    while (at_ < text_.size() && llvm::isDigit(text_[at_]))
      ++at_;
    return at_ > from;
  };
  auto take = [&](llvm::StringRef set) {
    bool found = at_ < text_.size() && set.contains(text_[at_]);
    at_ += found;
    return found;
  };
  bool negative = take("-"), whole = true;
  if (!take("0") && !digits())
    return failHere("a digit");
  if (take(".")) {
    whole = false;
    if (!digits())
      return failHere("a digit");
  }
  if (take("eE")) {
    whole = false;
    take("+-");
    if (!digits())
      return failHere("a digit");
  }
  llvm::StringRef number = text_.slice(start, at_);
  uint64_t positive;
  int64_t integer;
  if (whole && !negative && !number.getAsInteger(10, positive)) {
    value = positive;
  } else if (whole && negative && !number.getAsInteger(10, integer) && integer != 0) {
    value = integer;
  } else {
    double real = std::strtod(number.str().c_str(), nullptr);
    if (!std::isfinite(real))
      return fail(start, "number too large");
    value = real;
  }
  return true;
}

} // namespace

std::optional<Json> parseJson(llvm::StringRef text, JsonError *error) {
  JsonParser parser(text);
  Json value;
  if (parser.parseText(value))
    return value;
  if (error)
    *error = std::move(parser.error);
  return std::nullopt;
}

} // namespace agentc
