#include "Evaluator.h"

#include "Utf16.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace agentc {

using namespace ast;

std::string numberToString(double value) {
  if (std::isnan(value))
    return "NaN";
  if (std::isinf(value))
    return value < 0 ? "-Infinity" : "Infinity";
  if (value == 0)
    return "0";
  char digits[64];
  double magnitude = std::fabs(value);
  bool plain = magnitude >= 1e-6 && magnitude < 1e21;
  auto end = std::to_chars(digits, digits + sizeof digits, value,
                           plain ? std::chars_format::fixed : std::chars_format::scientific)
                 .ptr;
  std::string text(digits, end);
  // JavaScript writes 1e+21 and 1e-7 where C++ writes 1e+21 and 1e-07
  size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.size() > exponent + 2 && text[exponent + 2] == '0')
    text.erase(exponent + 2, 1);
  return text;
}

std::optional<std::string> toStringConstant(const Value &value) {
  switch (value.kind) {
  case ValueKind::String:
    return llvm::cast<StringValue>(value).value.str();
  case ValueKind::Number:
    return numberToString(llvm::cast<NumberValue>(value).value);
  case ValueKind::Boolean:
    return llvm::cast<BooleanValue>(value).value ? "true" : "false";
  case ValueKind::Undefined:
    return "undefined";
  case ValueKind::Null:
    return "null";
  case ValueKind::Array: {
    const auto &list = llvm::cast<ArrayValue>(value);
    if (list.open)
      return std::nullopt;
    std::string text;
    for (const Value *element : list.elements) {
      if (element != list.elements.front())
        text += ',';
      if (llvm::isa<UndefinedValue, NullValue>(element))
        continue;
      // nested arrays are left unknown: their text can grow without bound
      std::optional<std::string> part =
          llvm::isa<ArrayValue>(element) ? std::nullopt : toStringConstant(*element);
      if (!part || text.size() > maxStringBytes)
        return std::nullopt;
      text += *part;
    }
    return text;
  }
  default:
    return std::nullopt;
  }
}

std::optional<double> toNumberConstant(const Value &value) {
  switch (value.kind) {
  case ValueKind::Number:
    return llvm::cast<NumberValue>(value).value;
  case ValueKind::Boolean:
    return llvm::cast<BooleanValue>(value).value;
  case ValueKind::Null:
    return 0;
  case ValueKind::Undefined:
    return std::nan("");
  case ValueKind::String: {
    llvm::StringRef text = llvm::cast<StringValue>(value).value.trim();
    if (text.empty())
      return 0;
    uint64_t integer = 0;
    if ((text.starts_with("0x") || text.starts_with("0X")) &&
        !text.drop_front(2).getAsInteger(16, integer))
      return static_cast<double>(integer);
    double number = 0;
    auto parsed = std::from_chars(text.begin(), text.end(), number);
    if (parsed.ec == std::errc() && parsed.ptr == text.end() && !llvm::isAlpha(text.back()))
      return number;
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

std::optional<bool> toBooleanConstant(const Value &value) {
  switch (value.kind) {
  case ValueKind::Undefined:
  case ValueKind::Null:
    return false;
  case ValueKind::Boolean:
    return llvm::cast<BooleanValue>(value).value;
  case ValueKind::Number: {
    double number = llvm::cast<NumberValue>(value).value;
    return number != 0 && !std::isnan(number);
  }
  case ValueKind::String:
    return !llvm::cast<StringValue>(value).value.empty();
  case ValueKind::Array:
  case ValueKind::Object:
  case ValueKind::Function:
  case ValueKind::Class:
  case ValueKind::Instance:
  case ValueKind::RegExp:
    return true;
  default:
    return std::nullopt;
  }
}

std::optional<std::string> Values::Evaluator::textOf(const Value &value) {
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&value);
      list && !spend(list->elements.size() * elementWork))
    return std::nullopt;
  if (const auto *text = llvm::dyn_cast<StringValue>(&value); text && !spend(text->value.size()))
    return std::nullopt;
  // a Buffer as a key is its text
  if (const auto *result = llvm::dyn_cast<ResultValue>(&value))
    if (const Value *text = foldMethod(*result, "toString", {}, *result->origin))
      return toStringConstant(*text);
  std::optional<std::string> text = toStringConstant(value);
  return text && spend(text->size()) ? text : std::nullopt;
}

std::optional<double> Values::Evaluator::numberOf(const Value &value) {
  const auto *text = llvm::dyn_cast<StringValue>(&value);
  return text && !spend(text->value.size()) ? std::nullopt : toNumberConstant(value);
}

const Value *Values::Evaluator::foldMethod(const Value &receiver, llvm::StringRef key,
                                           Arguments arguments, const Node &site) {
  if (const auto *text = llvm::dyn_cast<StringValue>(&receiver))
    return foldStringMethod(*text, key, arguments, site);
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&receiver))
    return foldArrayMethod(*list, key, arguments, site);
  if (const auto *value = llvm::dyn_cast<NumberValue>(&receiver); value && key == "toString") {
    std::optional<double> base = arguments.empty() ? std::optional(10.0) : numberOf(*arguments[0]);
    double number = value->value;
    if (base && *base == 10)
      return &string(numberToString(number), &site);
    if (base && *base >= 2 && *base <= 36 && number >= 0 && number < 9e15 &&
        number == std::floor(number)) {
      char digits[64];
      auto end = std::to_chars(digits, digits + sizeof digits, static_cast<uint64_t>(number),
                               static_cast<int>(*base))
                     .ptr;
      return &string(llvm::StringRef(digits, end - digits), &site);
    }
  }
  // `Buffer.from(text, encoding).toString()`
  if (const auto *result = llvm::dyn_cast<ResultValue>(&receiver);
      result && key == "toString" && !result->arguments.empty() &&
      (result->callee->path == "global:Buffer.from" ||
       result->callee->path == "module:buffer.Buffer.from")) {
    const auto *text = llvm::dyn_cast<StringValue>(result->arguments[0]);
    const auto *encoding =
        result->arguments.size() > 1 ? llvm::dyn_cast<StringValue>(result->arguments[1]) : nullptr;
    bool plain =
        arguments.empty() || (llvm::isa<StringValue>(arguments[0]) &&
                              llvm::cast<StringValue>(arguments[0])->value.starts_with("utf"));
    if (!text || !plain)
      return nullptr;
    if (result->arguments.size() == 1 || (encoding && encoding->value.starts_with("utf")))
      return text;
    if (encoding && encoding->value.starts_with("base64"))
      return invokeStringFunction("global:atob", {text}, site);
    std::string bytes;
    if (encoding && encoding->value == "hex" && llvm::tryGetFromHex(text->value, bytes))
      return &string(bytes, &site);
  }
  return nullptr;
}

size_t clampIndex(double index, size_t length) {
  if (std::isnan(index))
    return 0;
  if (index < 0)
    return index + length < 0 ? 0 : static_cast<size_t>(index + length);
  return index > length ? length : static_cast<size_t>(index);
}

namespace {

std::u16string replaceText(const std::u16string &text, const std::u16string &from,
                           const std::u16string &to, bool all) {
  std::u16string out;
  size_t done = 0;
  for (size_t at = text.find(from); at != std::u16string::npos; at = text.find(from, done)) {
    out.append(text, done, at - done).append(to);
    done = at + from.size();
    if (!all || from.empty() || out.size() > maxStringBytes)
      break;
  }
  return out.append(text, done);
}

} // namespace

const Value *Values::Evaluator::foldStringMethod(const StringValue &receiver, llvm::StringRef key,
                                                 Arguments arguments, const Node &site) {
  if (key == "toString" || key == "valueOf")
    return &receiver;
  if (!spend(receiver.value.size()))
    return &unknown(UnknownReason::Limit, &site);
  if (key == "trim")
    return &string(receiver.value.trim(), &site);
  bool isAscii =
      llvm::all_of(receiver.value, [](char c) { return static_cast<signed char>(c) >= 0; });
  if (key == "toLowerCase" && isAscii)
    return &string(receiver.value.lower(), &site);
  if (key == "toUpperCase" && isAscii)
    return &string(receiver.value.upper(), &site);

  llvm::SmallVector<std::optional<std::string>, 4> texts;
  llvm::SmallVector<std::optional<double>, 4> numbers;
  size_t total = 0;
  for (const Value *argument : arguments) {
    texts.push_back(textOf(*argument));
    numbers.push_back(numberOf(*argument));
    if (!texts.back())
      return nullptr;
    total += texts.back()->size();
    if (total > maxStringBytes)
      return &unknown(UnknownReason::Limit, &site);
  }
  std::u16string text = toUtf16(receiver.value);
  auto indexOr = [&](size_t i, double otherwise) {
    return i < numbers.size() && numbers[i] ? *numbers[i] : otherwise;
  };
  if (key == "concat") {
    std::string all = receiver.value.str();
    for (const auto &part : texts)
      all += *part;
    return &string(all, &site);
  }
  if (key == "repeat" && numbers.size() == 1 && numbers[0] && *numbers[0] >= 0 &&
      *numbers[0] * receiver.value.size() <= maxStringBytes) {
    std::string all;
    size_t times = receiver.value.empty() ? 0 : static_cast<size_t>(*numbers[0]);
    if (!spend(times * receiver.value.size()))
      return &unknown(UnknownReason::Limit, &site);
    for (size_t i = 0; i < times; ++i)
      all += receiver.value;
    return &string(all, &site);
  }
  if (key == "slice" || key == "substring" || key == "substr") {
    double length = text.size();
    double from = indexOr(0, 0), to = indexOr(1, length);
    if (key == "substring")
      from = std::max(0.0, from), to = std::max(0.0, to);
    size_t begin = clampIndex(from, text.size());
    size_t end = key == "substr"
                     ? clampIndex(begin + (arguments.size() > 1 ? to : length), text.size())
                     : clampIndex(to, text.size());
    if (key == "substring" && begin > end)
      std::swap(begin, end);
    return &string(begin < end ? fromUtf16(text.substr(begin, end - begin)) : "", &site);
  }
  if (key == "charAt" || key == "at" || key == "charCodeAt" || key == "codePointAt") {
    double index = indexOr(0, 0);
    if (key == "at" && index < 0)
      index += text.size();
    if (!(index >= 0 && index < text.size()))
      return key == "charAt" ? &string("", &site) : nullptr;
    char16_t unit = text[static_cast<size_t>(index)];
    if (key == "charCodeAt" || key == "codePointAt")
      return &number(unit, &site);
    return &string(fromUtf16(std::u16string(1, unit)), &site);
  }
  if ((key == "replace" || key == "replaceAll") && texts.size() == 2 &&
      !llvm::StringRef(*texts[1]).contains('$')) {
    std::u16string replaced =
        replaceText(text, toUtf16(*texts[0]), toUtf16(*texts[1]), key == "replaceAll");
    return &string(fromUtf16(replaced), &site);
  }
  if (key == "split" && texts.size() == 1) {
    llvm::SmallVector<const Value *, 16> parts;
    std::u16string separator = toUtf16(*texts[0]);
    for (size_t at = 0; at <= text.size() && parts.size() <= maxArrayElements;) {
      size_t next = separator.empty() ? at + 1 : text.find(separator, at);
      if (separator.empty() && at == text.size())
        break;
      size_t end = std::min(next, text.size());
      parts.push_back(&string(fromUtf16(text.substr(at, end - at)), &site));
      at = next == std::u16string::npos ? text.size() + 1 : next + separator.size();
    }
    return &array(parts, false, &site);
  }
  return nullptr;
}

const Value *Values::Evaluator::foldArrayMethod(const ArrayValue &receiver, llvm::StringRef key,
                                                Arguments arguments, const Node &site) {
  if (key == "pop" || key == "shift" || key == "find" || key == "findLast") {
    // which one isn't followed
    llvm::SmallVector<const Value *, 8> some(receiver.elements.take_front(maxArrayElements));
    some.push_back(&make<UndefinedValue>(&site));
    if (receiver.open)
      some.push_back(&unknown(UnknownReason::Member, &site));
    return spend(some.size() * elementWork) ? &unite(some, &site) : nullptr;
  }
  if (receiver.open)
    return nullptr;
  if (!spend(receiver.elements.size() * elementWork))
    return &unknown(UnknownReason::Limit, &site);
  if (key == "join" || key == "toString") {
    std::optional<std::string> separator = arguments.empty() ? "," : textOf(*arguments[0]);
    std::string text;
    for (const Value *element : receiver.elements) {
      std::optional<std::string> part =
          llvm::isa<UndefinedValue, NullValue>(element) ? "" : textOf(*element);
      if (!part || !separator || text.size() > maxStringBytes)
        return nullptr;
      if (element != receiver.elements.front())
        text += *separator;
      text += *part;
    }
    return &string(text, &site);
  }
  llvm::SmallVector<const Value *, 16> elements(receiver.elements.begin(), receiver.elements.end());
  if (key == "reverse" || key == "toReversed") {
    std::reverse(elements.begin(), elements.end());
    return &array(elements, false, &site);
  }
  if (key == "concat") {
    bool open = false;
    for (const Value *argument : arguments) {
      const auto *list = llvm::dyn_cast<ArrayValue>(argument);
      if (!list) {
        open |= llvm::isa<UnknownValue, UnionValue, ApiValue, ResultValue>(argument);
        elements.push_back(argument);
        continue;
      }
      bool fits = elements.size() <= maxArrayElements && spend(list->elements.size() * elementWork);
      open |= list->open || !fits;
      if (fits)
        elements.append(list->elements.begin(), list->elements.end());
    }
    return &array(elements, open, &site);
  }
  if (key == "slice" || key == "at") {
    std::optional<double> from = arguments.empty() ? std::optional(0.0) : numberOf(*arguments[0]);
    std::optional<double> to =
        arguments.size() < 2 ? std::optional<double>(elements.size()) : numberOf(*arguments[1]);
    if (!from || !to)
      return nullptr;
    size_t begin = clampIndex(*from, elements.size()), end = clampIndex(*to, elements.size());
    if (key == "at")
      return begin < elements.size() ? elements[begin] : &make<UndefinedValue>(&site);
    return &array(begin < end ? Arguments(elements).slice(begin, end - begin) : Arguments(), false,
                  &site);
  }
  return nullptr;
}

} // namespace agentc
