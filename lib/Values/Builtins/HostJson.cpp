#include "Builtins/HostJson.h"

#include "Builtins/Conversions.h"
#include "Builtins/HostObject.h"
#include "Builtins/Numbers.h"
#include "agentc/Support/Utf16.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxFoldedJsonDepth = 200;

/// Strings of JSON hold UTF-16 units, so that two escapes can make one code point.
std::optional<std::string> jsonStringPrefix(llvm::StringRef &text) {
  if (!text.consume_front("\""))
    return std::nullopt;
  std::string out;
  while (!text.empty()) {
    unsigned char c = text.front();
    if (c < 0x20)
      return std::nullopt;
    text = text.drop_front();
    if (c == '"')
      return out;
    if (c != '\\') {
      out += static_cast<char>(c);
      continue;
    }
    if (text.empty())
      return std::nullopt;
    char letter = text.front();
    text = text.drop_front();
    size_t simple = llvm::StringRef("\"\\/bfnrt").find(letter);
    if (simple != llvm::StringRef::npos) {
      out += "\"\\/\b\f\n\r\t"[simple];
      continue;
    }
    unsigned unit = 0;
    llvm::StringRef digits = text.take_front(4);
    if (letter != 'u' || digits.size() != 4 || !llvm::all_of(digits, llvm::isHexDigit) ||
        digits.getAsInteger(16, unit))
      return std::nullopt;
    text = text.drop_front(4);
    appendText(out, fromUtf16(std::u16string(1, static_cast<char16_t>(unit))));
  }
  return std::nullopt;
}

void skipJsonSpace(llvm::StringRef &text) { text = text.ltrim(" \t\n\r"); }

std::optional<double> jsonNumberPrefix(llvm::StringRef &text) {
  llvm::StringRef rest = text;
  rest.consume_front("-");
  size_t whole = rest.take_while(llvm::isDigit).size();
  if (whole == 0 || (whole > 1 && rest[0] == '0'))
    return std::nullopt;
  rest = rest.drop_front(whole);
  if (rest.consume_front(".")) {
    size_t fraction = rest.take_while(llvm::isDigit).size();
    if (!fraction)
      return std::nullopt;
    rest = rest.drop_front(fraction);
  }
  if (rest.consume_front("e") || rest.consume_front("E")) {
    if (!rest.consume_front("+"))
      rest.consume_front("-");
    size_t exponent = rest.take_while(llvm::isDigit).size();
    if (!exponent)
      return std::nullopt;
    rest = rest.drop_front(exponent);
  }
  double value = stringToNumber(text.drop_back(rest.size()));
  text = rest;
  return value;
}

std::string quoteJson(llvm::StringRef text) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  stream << '"';
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char c = text[i];
    size_t simple = llvm::StringRef("\"\\\b\f\n\r\t").find(static_cast<char>(c));
    bool isLone =
        c == 0xED && i + 2 < text.size() && static_cast<unsigned char>(text[i + 1]) >= 0xA0;
    if (simple != llvm::StringRef::npos)
      stream << '\\' << "\"\\bfnrt"[simple];
    else if (c < 0x20)
      stream << "\\u" << llvm::format_hex_no_prefix(c, 4);
    else if (isLone)
      stream << "\\u" << llvm::format_hex_no_prefix(toUtf16(text.substr(i, 3))[0], 4), i += 2;
    else
      stream << static_cast<char>(c);
  }
  stream << '"';
  return out;
}

} // namespace

const Value *HostJson::parseJson(Arguments arguments, const Node &site) {
  std::optional<std::string> text =
      arguments.empty() ? std::nullopt : conversions().textOf(*arguments[0]);
  // a reviver can make anything of it
  if (!text || (arguments.size() > 1 && !llvm::isa<UndefinedValue>(arguments[1])))
    return nullptr;
  llvm::StringRef rest = *text;
  const Value *value = parseJsonValue(rest, 0, site);
  skipJsonSpace(rest);
  return value && rest.empty() ? value : nullptr;
}

const Value *HostJson::parseJsonValue(llvm::StringRef &text, unsigned depth, const Node &site) {
  skipJsonSpace(text);
  if (depth > maxFoldedJsonDepth || text.empty() || !spend(propertyWork))
    return nullptr;
  if (text.front() == '"') {
    std::optional<std::string> value = jsonStringPrefix(text);
    return value ? &string(*value, &site) : nullptr;
  }
  if (text.consume_front("true"))
    return &make<BooleanValue>(true, &site);
  if (text.consume_front("false"))
    return &make<BooleanValue>(false, &site);
  if (text.consume_front("null"))
    return &make<NullValue>(&site);
  if (text.consume_front("["))
    return parseJsonArray(text, depth, site);
  if (text.consume_front("{"))
    return parseJsonObject(text, depth, site);
  std::optional<double> value = jsonNumberPrefix(text);
  return value ? &number(*value, &site) : nullptr;
}

const Value *HostJson::parseJsonArray(llvm::StringRef &text, unsigned depth, const Node &site) {
  llvm::SmallVector<const Value *, 8> elements;
  skipJsonSpace(text);
  if (text.consume_front("]"))
    return &array(elements, false, &site);
  do {
    const Value *element = parseJsonValue(text, depth + 1, site);
    if (!element || elements.size() >= maxArrayElements)
      return nullptr;
    elements.push_back(element);
    skipJsonSpace(text);
  } while (text.consume_front(","));
  return text.consume_front("]") ? &array(elements, false, &site) : nullptr;
}

const Value *HostJson::parseJsonObject(llvm::StringRef &text, unsigned depth, const Node &site) {
  llvm::SmallVector<PropertyValue, 8> properties;
  llvm::StringMap<size_t> indices;
  skipJsonSpace(text);
  if (text.consume_front("}"))
    return &object(properties, false, &site);
  do {
    skipJsonSpace(text);
    std::optional<std::string> key = jsonStringPrefix(text);
    skipJsonSpace(text);
    if (!key || !text.consume_front(":"))
      return nullptr;
    const Value *value = parseJsonValue(text, depth + 1, site);
    if (!value)
      return nullptr;
    auto [slot, isNew] = indices.try_emplace(*key, properties.size());
    if (isNew)
      properties.push_back({strings().save(llvm::StringRef(*key)), value, &site});
    else
      properties[slot->second].value = value;
    skipJsonSpace(text);
  } while (text.consume_front(","));
  return text.consume_front("}") ? &object(properties, false, &site) : nullptr;
}

const Value *HostJson::stringifyJson(Arguments arguments, const Node &site) {
  bool hasReplacer = arguments.size() > 1 && !llvm::isa<UndefinedValue, NullValue>(arguments[1]);
  if (arguments.empty() || hasReplacer)
    return nullptr;
  std::string gap;
  if (arguments.size() > 2) {
    const Value &space = *arguments[2];
    if (const auto *count = llvm::dyn_cast<NumberValue>(&space))
      gap.append(static_cast<size_t>(std::clamp(toInteger(count->value), 0.0, 10.0)), ' ');
    else if (const auto *text = llvm::dyn_cast<StringValue>(&space); text && isAscii(text->value))
      gap = text->value.take_front(10).str();
    else if (!llvm::isa<UndefinedValue, NullValue, BooleanValue>(space))
      return nullptr;
  }
  if (isAbsentInJson(*arguments[0]))
    return &make<UndefinedValue>(&site);
  std::string text;
  return appendJson(*arguments[0], gap, "\n", text, 0) ? &string(text, &site) : nullptr;
}

bool HostJson::isAbsentInJson(const Value &value) {
  return llvm::isa<UndefinedValue, FunctionValue, ClassValue>(value) ||
         (llvm::isa<ApiValue>(value) && toBooleanConstant(value) == true);
}

bool HostJson::appendJson(const Value &value, llvm::StringRef gap, const std::string &indent,
                          std::string &text, unsigned depth) {
  if (depth > maxFoldedJsonDepth || text.size() > maxStringBytes || !spend(indent.size() + 1))
    return false;
  switch (value.kind) {
  case ValueKind::Null:
    text += "null";
    return true;
  case ValueKind::Number: {
    double number = llvm::cast<NumberValue>(value).value;
    text += std::isfinite(number) ? numberToString(number) : "null";
    return true;
  }
  case ValueKind::Boolean:
    text += llvm::cast<BooleanValue>(value).value ? "true" : "false";
    return true;
  case ValueKind::String: {
    llvm::StringRef content = llvm::cast<StringValue>(value).value;
    if (!spend(content.size() * 2))
      return false;
    text += quoteJson(content);
    return true;
  }
  case ValueKind::Array:
    return appendJsonArray(llvm::cast<ArrayValue>(value), gap, indent, text, depth);
  case ValueKind::Object:
    return appendJsonObject(llvm::cast<ObjectValue>(value), gap, indent, text, depth);
  case ValueKind::RegExp:
    text += "{}";
    return true;
  default:
    return false;
  }
}

bool HostJson::appendJsonArray(const ArrayValue &list, llvm::StringRef gap,
                               const std::string &indent, std::string &text, unsigned depth) {
  std::string inner = indent + gap.str();
  if (list.open)
    return false;
  text += '[';
  bool isFirst = true;
  for (const Value *element : list.elements) {
    if (!isFirst)
      text += ',';
    isFirst = false;
    if (!gap.empty())
      text += inner;
    if (isAbsentInJson(*element))
      text += "null";
    else if (!appendJson(*element, gap, inner, text, depth + 1))
      return false;
  }
  if (!gap.empty() && !list.elements.empty())
    text += indent;
  text += ']';
  return true;
}

bool HostJson::appendJsonObject(const ObjectValue &known, llvm::StringRef gap,
                                const std::string &indent, std::string &text, unsigned depth) {
  std::optional<HostObject::OwnProperties> properties =
      hostObject().ownProperties(known, *known.origin);
  if (!properties || known.find("toJSON"))
    return false;
  std::string inner = indent + gap.str();
  bool isFirst = true;
  text += '{';
  for (const PropertyValue &property : *properties) {
    if (isAbsentInJson(*property.value))
      continue;
    if (!isFirst)
      text += ',';
    isFirst = false;
    if (!gap.empty())
      text += inner;
    text += quoteJson(property.key) + (gap.empty() ? ":" : ": ");
    if (!appendJson(*property.value, gap, inner, text, depth + 1))
      return false;
  }
  if (!gap.empty() && !isFirst)
    text += indent;
  text += '}';
  return true;
}

} // namespace agentc
