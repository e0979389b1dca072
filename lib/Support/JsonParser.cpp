#include "agentc/Support/JsonVisitor.h"
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
  JsonParser(llvm::StringRef text, JsonVisitor &visitor, JsonError &error)
      : text_(text), visitor_(visitor), error_(error) {}

  bool parseText();

private:
  struct Key {
    std::string text;
    size_t offset;
  };

  llvm::StringRef text_;
  JsonVisitor &visitor_;
  JsonError &error_;
  size_t at_ = 0;

  bool fail(size_t offset, std::string message) {
    error_ = {std::move(message), offset};
    return false;
  }
  ByteRange rangeFrom(size_t begin) const {
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(at_)};
  }
  bool failHere(llvm::StringRef expected);
  void skipSpace();
  bool consume(char c);
  bool parseValue(unsigned depth);
  bool parseObject(unsigned depth);
  bool parseArray(unsigned depth);
  bool refuseDuplicates(const std::vector<Key> &keys);
  bool parseString(std::string &out);
  bool parseEscape(std::string &out);
  std::optional<uint32_t> parseUnit();
  bool parseNumber();
  bool parseWord(llvm::StringRef word, Json meaning);
};

bool JsonParser::failHere(llvm::StringRef expected) {
  if (at_ >= text_.size())
    return fail(text_.size(), "unexpected end of JSON; expected " + expected.str());
  llvm::StringRef seen = text_.substr(at_, decodeUtf8(text_, at_).length);
  return fail(at_, "unexpected `" + escapeForTerminal(seen) + "`; expected " + expected.str());
}

void JsonParser::skipSpace() {
  auto isSpace = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
  while (at_ < text_.size() && isSpace(text_[at_]))
    ++at_;
}

bool JsonParser::consume(char c) {
  skipSpace();
  if (at_ >= text_.size() || text_[at_] != c)
    return false;
  ++at_;
  return true;
}

bool JsonParser::parseText() {
  if (text_.starts_with("\xEF\xBB\xBF"))
    at_ = 3;
  if (!parseValue(0))
    return false;
  skipSpace();
  return at_ == text_.size() || failHere("the end of the text");
}

bool JsonParser::parseValue(unsigned depth) {
  skipSpace();
  switch (at_ < text_.size() ? text_[at_] : '\0') {
  case '{':
    return parseObject(depth + 1);
  case '[':
    return parseArray(depth + 1);
  case '"': {
    const size_t begin = at_;
    std::string value;
    return parseString(value) && visitor_.scalar(std::move(value), rangeFrom(begin));
  }
  case 't':
    return parseWord("true", true);
  case 'f':
    return parseWord("false", false);
  case 'n':
    return parseWord("null", nullptr);
  default:
    if (at_ < text_.size() && (text_[at_] == '-' || llvm::isDigit(text_[at_])))
      return parseNumber();
    return failHere("a value");
  }
}

bool JsonParser::parseWord(llvm::StringRef word, Json meaning) {
  if (!text_.substr(at_).starts_with(word))
    return failHere("a value");
  const size_t begin = std::exchange(at_, at_ + word.size());
  return visitor_.scalar(std::move(meaning), rangeFrom(begin));
}

bool JsonParser::parseObject(unsigned depth) {
  if (depth > maxJsonDepth)
    return fail(at_, "nested more than " + std::to_string(maxJsonDepth) + " levels deep");
  if (!visitor_.beginObject(static_cast<uint32_t>(at_++)))
    return false;
  std::vector<Key> keys;
  if (!consume('}')) {
    do {
      skipSpace();
      if (at_ >= text_.size() || text_[at_] != '"')
        return failHere(keys.empty() ? "a key in double quotes or `}`" : "a key in double quotes");
      Key &key = keys.emplace_back();
      key.offset = at_;
      if (!parseString(key.text) || !visitor_.key(key.text, rangeFrom(key.offset)))
        return false;
      if (!consume(':'))
        return failHere("`:`");
      if (!parseValue(depth))
        return false;
    } while (consume(','));
    if (!consume('}'))
      return failHere("`,` or `}`");
  }
  return refuseDuplicates(keys) && visitor_.endObject(static_cast<uint32_t>(at_));
}

bool JsonParser::refuseDuplicates(const std::vector<Key> &keys) {
  if (keys.size() < 2)
    return true;
  std::vector<const Key *> sorted;
  sorted.reserve(keys.size());
  for (const Key &key : keys)
    sorted.push_back(&key);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Key *a, const Key *b) { return a->text < b->text; });
  const Key *first = nullptr;
  for (size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i]->text == sorted[i - 1]->text && (!first || sorted[i]->offset < first->offset))
      first = sorted[i];
  return !first || fail(first->offset, "duplicate key `" + escapeForTerminal(first->text) + "`");
}

bool JsonParser::parseArray(unsigned depth) {
  if (depth > maxJsonDepth)
    return fail(at_, "nested more than " + std::to_string(maxJsonDepth) + " levels deep");
  if (!visitor_.beginArray(static_cast<uint32_t>(at_++)))
    return false;
  if (!consume(']')) {
    do {
      if (!parseValue(depth))
        return false;
    } while (consume(','));
    if (!consume(']'))
      return failHere("`,` or `]`");
  }
  return visitor_.endArray(static_cast<uint32_t>(at_));
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

bool JsonParser::parseNumber() {
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
  if (whole && !negative && !number.getAsInteger(10, positive))
    return visitor_.scalar(positive, rangeFrom(start));
  if (whole && negative && !number.getAsInteger(10, integer) && integer != 0)
    return visitor_.scalar(integer, rangeFrom(start));
  double real = std::strtod(number.str().c_str(), nullptr);
  if (!std::isfinite(real))
    return fail(start, "number too large");
  return visitor_.scalar(real, rangeFrom(start));
}

/// Makes a value of all that it visits.
class JsonBuilder final : public JsonVisitor {
public:
  Json value;

  bool beginObject(uint32_t) override { return begin(/*isObject=*/true); }
  bool beginArray(uint32_t) override { return begin(/*isObject=*/false); }
  bool key(std::string text, ByteRange) override {
    open_.back().members.emplace_back(std::move(text), Json());
    return true;
  }
  bool endObject(uint32_t) override;
  bool endArray(uint32_t) override {
    Json::array_t items = std::move(open_.back().items);
    open_.pop_back();
    return add(std::move(items));
  }
  bool scalar(Json made, ByteRange) override { return add(std::move(made)); }

private:
  struct Open {
    bool isObject;
    std::vector<std::pair<std::string, Json>> members;
    Json::array_t items;
  };

  bool begin(bool isObject) {
    open_.push_back({isObject, {}, {}});
    return true;
  }
  bool add(Json made);

  std::vector<Open> open_;
};

bool JsonBuilder::add(Json made) {
  if (open_.empty())
    value = std::move(made);
  else if (open_.back().isObject)
    open_.back().members.back().second = std::move(made);
  else
    open_.back().items.push_back(std::move(made));
  return true;
}

bool JsonBuilder::endObject(uint32_t) {
  std::vector<std::pair<std::string, Json>> members = std::move(open_.back().members);
  open_.pop_back();
  Json made = Json::object();
  // Filled as the vector that it is: its own insertion searches, and growing would copy subtrees.
  auto &object = *made.get_ptr<Json::object_t *>();
  object.reserve(members.size());
  for (auto &[key, member] : members)
    object.Container::emplace_back(std::move(key), std::move(member));
  return add(std::move(made));
}

} // namespace

bool visitJson(llvm::StringRef text, JsonVisitor &visitor, JsonError &error) {
  return JsonParser(text, visitor, error).parseText();
}

std::optional<Json> parseJson(llvm::StringRef text, JsonError *error) {
  JsonBuilder builder;
  JsonError found;
  if (visitJson(text, builder, found))
    return std::move(builder.value);
  if (error)
    *error = std::move(found);
  return std::nullopt;
}

} // namespace agentc
