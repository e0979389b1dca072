#include "Builtins/Conversions.h"

#include "Abstract/Calls.h"
#include "Abstract/Members.h"
#include "Builtins/BigInts.h"
#include "Builtins/FoldPattern.h"
#include "Builtins/Folding.h"
#include "Builtins/Numbers.h"
#include "Builtins/Patches.h"
#include "agentc/Support/Utf16.h"

#include "agentc/Values/Builtins.h"

#include <algorithm>
#include <cmath>

namespace agentc {

using namespace ast;

size_t relativeIndex(double index, size_t length) {
  if (index < 0)
    return index + length < 0 ? 0 : static_cast<size_t>(index + length);
  return index > length ? length : static_cast<size_t>(index);
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
  case ValueKind::BigInt:
    if (std::optional<llvm::APInt> integer = parseBigInt(llvm::cast<BigIntValue>(value).digits))
      return bigIntToString(*integer);
    return std::nullopt;
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
  case ValueKind::String:
    return stringToNumber(llvm::cast<StringValue>(value).value);
  default:
    return std::nullopt;
  }
}

/// True if a call of the path makes a schema of a bundled zod, rather than applying a schema to
/// another value.
static bool isSchemaPath(llvm::StringRef path) {
  if (!path.starts_with("bundled:"))
    return false;
  llvm::StringRef method = path.substr(path.rfind(").") + 2);
  static constexpr llvm::StringLiteral others[] = {"is",     "parse",  "safe",
                                                   "decode", "encode", "spa"};
  return path.find('(') == llvm::StringRef::npos ||
         llvm::none_of(others, [&](llvm::StringRef word) { return method.starts_with(word); });
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
  case ValueKind::BigInt:
    if (std::optional<llvm::APInt> integer = parseBigInt(llvm::cast<BigIntValue>(value).digits))
      return !integer->isZero();
    return std::nullopt;
  case ValueKind::String:
    return !llvm::cast<StringValue>(value).value.empty();
  case ValueKind::Array:
  case ValueKind::Object:
  case ValueKind::Function:
  case ValueKind::Class:
  case ValueKind::Instance:
  case ValueKind::RegExp:
  case ValueKind::Namespace:
    return true;
  case ValueKind::Api: {
    llvm::StringRef path = llvm::cast<ApiValue>(value).path;
    if (path.consume_front("global:") && nativeFunctionName(path))
      return true;
    // what every schema of zod has
    if (path.starts_with("bundled:") && (path.ends_with("()._zod") || path.ends_with("()._def")))
      return true;
    return std::nullopt;
  }
  case ValueKind::Result: {
    llvm::StringRef path = llvm::cast<ResultValue>(value).callee->path;
    bool isMade = value.origin && llvm::isa<ast::NewExpression>(value.origin);
    return isSchemaPath(path) || (isMade && path.starts_with("global:")) ? std::optional(true)
                                                                         : std::nullopt;
  }
  case ValueKind::Union: {
    std::optional<bool> all;
    for (const Value *alternative : llvm::cast<UnionValue>(value).alternatives) {
      std::optional<bool> one = toBooleanConstant(*alternative);
      if (!one || (all && *all != *one))
        return std::nullopt;
      all = one;
    }
    return all;
  }
  default:
    return std::nullopt;
  }
}

std::string flagsInOrder(llvm::StringRef flags) {
  std::string sorted = flags.str();
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

namespace {

/// Returns the text of `String(value)` for objects of the host that have no text of their own.
std::optional<std::string> textOfHostObject(llvm::StringRef path) {
  if (!path.consume_front("global:"))
    return std::nullopt;
  if (std::optional<llvm::StringRef> name = nativeFunctionName(path))
    return ("function " + *name + "() { [native code] }").str();
  if (path == "Math" || path == "JSON" || path == "Reflect")
    return ("[object " + path + "]").str();
  static constexpr llvm::StringLiteral arrayIterators[] = {"entries", "keys", "values"};
  llvm::StringRef method = path;
  if (method.consume_front("Array.prototype.") && method.consume_back("()") &&
      llvm::is_contained(arrayIterators, method))
    return "[object Array Iterator]";
  return std::nullopt;
}

} // namespace

bool Conversions::appendArrayText(const ArrayValue &list, llvm::StringRef separator,
                                  std::string &text, unsigned depth) {
  // the same array can stand in another one many times, so that the text's size bounds nothing
  if (list.open || depth > maxNestedArrays || !spend(list.elements.size() * elementWork + 1))
    return false;
  bool isFirst = true;
  for (const Value *element : list.elements) {
    if (!isFirst)
      text += separator;
    isFirst = false;
    if (text.size() > maxStringBytes)
      return false;
    if (llvm::isa<UndefinedValue, NullValue>(element))
      continue;
    if (const auto *inner = llvm::dyn_cast<ArrayValue>(element)) {
      std::string part;
      if (!appendArrayText(*inner, ",", part, depth + 1))
        return false;
      appendText(text, part);
      continue;
    }
    std::optional<std::string> part = textOf(*element);
    if (!part)
      return false;
    appendText(text, *part);
  }
  return text.size() <= maxStringBytes && spend(text.size());
}

std::optional<std::string> Conversions::textOfObject(const Value &value) {
  switch (value.kind) {
  case ValueKind::Array: {
    if (patches().isPatched("Array.prototype", "toString") ||
        patches().isPatched("Array.prototype", "join"))
      return std::nullopt;
    const auto &list = llvm::cast<ArrayValue>(value);
    std::string text;
    if (list.isShared || !appendArrayText(list, ",", text, 0))
      return std::nullopt;
    return text;
  }
  case ValueKind::Object: {
    const auto &known = llvm::cast<ObjectValue>(value);
    if (std::optional<std::string> text = textByMethod(value))
      return text;
    // what the object does instead is not constant text
    if (known.open || known.find("toString") || known.find("valueOf") || known.find("__proto__"))
      return std::nullopt;
    if (patches().isPatched("Object.prototype", "toString") ||
        patches().isPatched("Object.prototype", "valueOf"))
      return std::nullopt;
    return "[object Object]";
  }
  case ValueKind::RegExp: {
    const auto &expression = llvm::cast<RegExpValue>(value);
    return ("/" + expression.pattern + "/" + flagsInOrder(expression.flags)).str();
  }
  case ValueKind::Api:
    return textOfHostObject(llvm::cast<ApiValue>(value).path);
  case ValueKind::Result: {
    const auto &result = llvm::cast<ResultValue>(value);
    if (std::optional<std::string> text = textOfHostObject((result.callee->path + "()").str()))
      return text;
    // a Buffer as a key is its text
    if (const Value *text = folding().foldMethod(result, "toString", {}, *result.origin))
      return toStringConstant(*text);
    return std::nullopt;
  }
  case ValueKind::Instance:
    return textByMethod(value);
  default:
    return std::nullopt;
  }
}

/// The text that an object's own `toString` gives.
std::optional<std::string> Conversions::textByMethod(const Value &value) {
  const auto *known = llvm::dyn_cast<ObjectValue>(&value);
  if (!value.origin || (known && (known->open || !known->find("toString"))))
    return std::nullopt;
  const Value &method = members().member(value, "toString", value.origin);
  if (!llvm::isa<FunctionValue>(method))
    return std::nullopt;
  return toStringConstant(calls().invoke(method, {}, *value.origin, false, &value));
}

const Value *Conversions::primitiveOf(const Value &value, const Node &site) {
  switch (value.kind) {
  case ValueKind::Undefined:
  case ValueKind::Null:
  case ValueKind::Boolean:
  case ValueKind::Number:
  case ValueKind::BigInt:
  case ValueKind::String:
    return &value;
  default:
    if (std::optional<std::string> text = textOfObject(value))
      return &string(*text, &site);
    return nullptr;
  }
}

std::optional<std::string> Conversions::textOf(const Value &value) {
  if (const auto *text = llvm::dyn_cast<StringValue>(&value); text && !spend(text->value.size()))
    return std::nullopt;
  if (const auto *integer = llvm::dyn_cast<BigIntValue>(&value);
      integer && !spend(integer->digits.size() * 16))
    return std::nullopt;
  if (std::optional<std::string> text = toStringConstant(value))
    return text;
  return textOfObject(value);
}

std::optional<double> Conversions::numberOf(const Value &value) {
  if (const auto *text = llvm::dyn_cast<StringValue>(&value); text && !spend(text->value.size()))
    return std::nullopt;
  if (std::optional<double> number = toNumberConstant(value))
    return number;
  std::optional<std::string> text = textOfObject(value);
  return text ? std::optional(stringToNumber(*text)) : std::nullopt;
}

} // namespace agentc
