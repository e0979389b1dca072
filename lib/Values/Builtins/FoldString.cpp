#include "Builtins/FoldString.h"

#include "Builtins/Conversions.h"
#include "Builtins/FoldPattern.h"
#include "Builtins/Numbers.h"
#include "agentc/Support/Utf16.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace agentc {

using namespace ast;

namespace {

size_t clampIndex(double index, size_t length) {
  return index < 0 ? 0 : index > length ? length : static_cast<size_t>(index);
}

/// The tag and attribute that Annex B's methods write (`'a'.link('b')`).
struct HtmlMethod {
  llvm::StringLiteral name, tag, attribute;
};
constexpr HtmlMethod htmlMethods[] = {
    {"anchor", "a", "name"},      {"big", "big", ""},
    {"blink", "blink", ""},       {"bold", "b", ""},
    {"fixed", "tt", ""},          {"fontcolor", "font", "color"},
    {"fontsize", "font", "size"}, {"italics", "i", ""},
    {"link", "a", "href"},        {"small", "small", ""},
    {"strike", "strike", ""},     {"sub", "sub", ""},
    {"sup", "sup", ""},
};

std::string escapeQuotes(llvm::StringRef text) {
  std::string out;
  for (char c : text)
    if (c == '"')
      out += "&quot;";
    else
      out += c;
  return out;
}

} // namespace

std::shared_ptr<const std::u16string> FoldString::utf16Of(const StringValue &value) {
  llvm::StringRef text = value.value;
  for (const Utf16Text &known : utf16Texts_)
    if (known.source.data() == text.data() && known.source.size() == text.size())
      return known.text;
  spend(text.size());
  Utf16Text &slot = utf16Texts_[nextUtf16Text_++ % std::size(utf16Texts_)];
  slot = {text, std::make_shared<const std::u16string>(toUtf16(text))};
  return slot.text;
}

const Value &FoldString::stringOfUnits(std::u16string_view text, const Node *site) {
  return string(fromUtf16(text), site);
}

std::optional<double> FoldString::integerArgument(Arguments arguments, size_t index,
                                                  double otherwise) {
  if (index >= arguments.size() || llvm::isa<UndefinedValue>(arguments[index]))
    return otherwise;
  std::optional<double> value = conversions().numberOf(*arguments[index]);
  return value ? std::optional(toInteger(*value)) : std::nullopt;
}

std::optional<std::u16string> FoldString::textArgument(Arguments arguments, size_t index) {
  if (index >= arguments.size())
    return u"undefined";
  std::optional<std::string> text = conversions().textOf(*arguments[index]);
  return text ? std::optional(toUtf16(*text)) : std::nullopt;
}

const Value *FoldString::memberOfString(const StringValue &text, llvm::StringRef key,
                                        const Node *site) {
  bool isLength = key == "length";
  std::optional<uint32_t> index = arrayIndex(key);
  if (!isLength && !index)
    return nullptr;
  std::shared_ptr<const std::u16string> kept = utf16Of(text);
  const std::u16string &units = *kept;
  if (!spend(1))
    return &unknown(UnknownReason::Limit, site);
  if (isLength)
    return &number(units.size(), site);
  return *index < units.size() ? &stringOfUnits({&units[*index], 1}, site)
                               : &make<UndefinedValue>(site);
}

const Value *FoldString::foldStringMethod(const StringValue &receiver, llvm::StringRef key,
                                          Arguments arguments, const Node &site) {
  if (key == "toString" || key == "valueOf")
    return &receiver;
  if (!spend(1))
    return &unknown(UnknownReason::Limit, &site);
  if (const Value *result = foldStringParts(receiver, key, arguments, site))
    return result;
  if (const Value *result = foldStringSearch(receiver, key, arguments, site))
    return result;
  if (const Value *result = foldStringForms(receiver, key, arguments, site))
    return result;
  return foldPattern().foldStringPatterns(receiver, key, arguments, site);
}

/// Methods that give a part of the text by its place.
const Value *FoldString::foldStringParts(const StringValue &receiver, llvm::StringRef key,
                                         Arguments arguments, const Node &site) {
  static constexpr llvm::StringLiteral keys[] = {"slice", "substring",  "substr",     "charAt",
                                                 "at",    "charCodeAt", "codePointAt"};
  if (!llvm::is_contained(keys, key))
    return nullptr;
  std::shared_ptr<const std::u16string> kept = utf16Of(receiver);
  const std::u16string &text = *kept;
  double length = text.size();
  std::optional<double> first = integerArgument(arguments, 0, 0);
  if (!first)
    return nullptr;
  if (key == "slice" || key == "substring" || key == "substr") {
    std::optional<double> second = integerArgument(arguments, 1, length);
    if (!second)
      return nullptr;
    size_t begin = 0, end = 0;
    if (key == "substring") {
      begin = clampIndex(*first, text.size()), end = clampIndex(*second, text.size());
      if (begin > end)
        std::swap(begin, end);
    } else {
      begin = relativeIndex(*first, text.size());
      end = key == "slice" ? relativeIndex(*second, text.size())
                           : clampIndex(begin + *second, text.size());
    }
    return &stringOfUnits(std::u16string_view(text).substr(begin, begin < end ? end - begin : 0),
                          &site);
  }
  double index = key == "at" && *first < 0 ? *first + length : *first;
  if (!(index >= 0 && index < length)) {
    if (key == "charAt")
      return &string("", &site);
    return key == "charCodeAt" ? &number(std::nan(""), &site) : &make<UndefinedValue>(&site);
  }
  size_t at = static_cast<size_t>(index);
  char16_t unit = text[at];
  if (key == "charCodeAt")
    return &number(unit, &site);
  bool isPair = unit >= 0xD800 && unit < 0xDC00 && at + 1 < text.size() && text[at + 1] >= 0xDC00 &&
                text[at + 1] < 0xE000;
  if (key == "codePointAt")
    return &number(isPair ? 0x10000 + ((unit & 0x3FF) << 10) + (text[at + 1] & 0x3FF) : unit,
                   &site);
  return &stringOfUnits({&text[at], 1}, &site);
}

/// Methods that look for a text in the text.
const Value *FoldString::foldStringSearch(const StringValue &receiver, llvm::StringRef key,
                                          Arguments arguments, const Node &site) {
  static constexpr llvm::StringLiteral keys[] = {"indexOf", "lastIndexOf", "includes", "startsWith",
                                                 "endsWith"};
  if (!llvm::is_contained(keys, key))
    return nullptr;
  bool isPlain = key == "indexOf" || key == "lastIndexOf";
  if (!isPlain && !arguments.empty() && llvm::isa<RegExpValue>(arguments[0]))
    return nullptr;
  std::optional<std::u16string> wanted = textArgument(arguments, 0);
  if (!wanted || !spend(receiver.value.size()))
    return nullptr;
  std::shared_ptr<const std::u16string> kept = utf16Of(receiver);
  const std::u16string &text = *kept;
  double length = text.size();
  std::optional<double> from;
  if (key == "lastIndexOf" && arguments.size() > 1) {
    std::optional<double> given = conversions().numberOf(*arguments[1]);
    if (given)
      from = std::isnan(*given) ? INFINITY : toInteger(*given);
  } else {
    from = integerArgument(arguments, 1, key == "endsWith" || key == "lastIndexOf" ? length : 0);
  }
  if (!from)
    return nullptr;
  size_t at = clampIndex(*from, text.size());
  if (key == "startsWith")
    return &make<BooleanValue>(text.compare(at, wanted->size(), *wanted) == 0, &site);
  if (key == "endsWith")
    return &make<BooleanValue>(wanted->size() <= at &&
                                   text.compare(at - wanted->size(), wanted->size(), *wanted) == 0,
                               &site);
  if (!foldPattern().spendSearch(text, *wanted))
    return nullptr;
  size_t found = key == "lastIndexOf" ? text.rfind(*wanted, at) : text.find(*wanted, at);
  if (key == "includes")
    return &make<BooleanValue>(found != std::u16string::npos, &site);
  return &number(found == std::u16string::npos ? -1.0 : static_cast<double>(found), &site);
}

/// Methods that give another form of the whole text.
const Value *FoldString::foldStringForms(const StringValue &receiver, llvm::StringRef key,
                                         Arguments arguments, const Node &site) {
  llvm::StringRef text = receiver.value;
  if (key == "concat") {
    std::string all = text.str();
    for (const Value *argument : arguments) {
      std::optional<std::string> part = conversions().textOf(*argument);
      if (!part || all.size() > maxStringBytes)
        return nullptr;
      appendText(all, *part);
    }
    return &string(all, &site);
  }
  if (key == "repeat" || key == "padStart" || key == "padEnd")
    return foldStringPadding(receiver, key, arguments, site);
  for (const HtmlMethod &method : htmlMethods) {
    if (key != method.name)
      continue;
    std::string tag = ("<" + method.tag).str();
    if (!method.attribute.empty()) {
      std::optional<std::u16string> value = textArgument(arguments, 0);
      if (!value)
        return nullptr;
      tag += (" " + method.attribute + "=\"").str() + escapeQuotes(fromUtf16(*value)) + '"';
    }
    return &string((tag + ">" + text + "</" + method.tag + ">").str(), &site);
  }
  if (!spend(text.size()))
    return nullptr;
  if (key == "trim")
    return &string(trimSpaceEnd(trimSpaceStart(text)), &site);
  if (key == "trimStart" || key == "trimLeft")
    return &string(trimSpaceStart(text), &site);
  if (key == "trimEnd" || key == "trimRight")
    return &string(trimSpaceEnd(text), &site);
  if (key == "isWellFormed")
    return &make<BooleanValue>(!hasLoneSurrogate(text), &site);
  // beyond ASCII these follow Unicode's tables
  if (!isAscii(text))
    return nullptr;
  if (key == "toWellFormed")
    return &receiver;
  if (key == "toLowerCase")
    return &string(text.lower(), &site);
  if (key == "toUpperCase")
    return &string(text.upper(), &site);
  if (key == "normalize")
    return arguments.empty() || llvm::isa<UndefinedValue>(arguments[0]) ? &receiver : nullptr;
  return nullptr;
}

const Value *FoldString::foldStringPadding(const StringValue &receiver, llvm::StringRef key,
                                           Arguments arguments, const Node &site) {
  std::optional<double> count = integerArgument(arguments, 0, 0);
  if (!count)
    return nullptr;
  if (key == "repeat") {
    if (*count < 0 || std::isinf(*count))
      return nullptr;
    if (receiver.value.empty() || *count == 0)
      return &string("", &site);
    if (*count * receiver.value.size() > maxStringBytes ||
        !spend(static_cast<uint64_t>(*count) * receiver.value.size()))
      return &unknown(UnknownReason::Limit, &site);
    std::string all;
    for (size_t i = 0; i < *count; ++i)
      appendText(all, receiver.value);
    return &string(all, &site);
  }
  bool hasFiller = arguments.size() > 1 && !llvm::isa<UndefinedValue>(arguments[1]);
  std::optional<std::u16string> filler = hasFiller ? textArgument(arguments, 1) : u" ";
  if (!filler)
    return nullptr;
  std::shared_ptr<const std::u16string> kept = utf16Of(receiver);
  const std::u16string &text = *kept;
  if (*count <= text.size() || filler->empty())
    return &receiver;
  if (*count > maxStringBytes || !spend(static_cast<uint64_t>(*count)))
    return &unknown(UnknownReason::Limit, &site);
  std::u16string padding;
  size_t missing = static_cast<size_t>(*count) - text.size();
  while (padding.size() < missing)
    padding += *filler;
  padding.resize(missing);
  return &stringOfUnits(key == "padStart" ? padding + text : text + padding, &site);
}

} // namespace agentc
