#include "Builtins/Operators.h"

#include "Builtins/BigInts.h"
#include "Builtins/Conversions.h"
#include "Builtins/HostNumber.h"
#include "Builtins/Numbers.h"
#include "agentc/Support/Utf16.h"

#include "agentc/Values/Builtins.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace agentc {

using namespace ast;

namespace {

/// An object of any kind, of the bundle or ECMAScript's own; not what could be a primitive.
bool isObject(const Value &value) {
  if (const auto *path = llvm::dyn_cast<ApiValue>(&value))
    return path->path.starts_with("global:") && nativeFunctionName(path->path.drop_front(7));
  return llvm::isa<ArrayValue, ObjectValue, FunctionValue, ClassValue, InstanceValue, RegExpValue,
                   NamespaceValue>(value);
}

bool isPrimitive(const Value &value) {
  return llvm::isa<UndefinedValue, NullValue, BooleanValue, NumberValue, BigIntValue, StringValue>(
      value);
}

std::optional<llvm::APInt> bigIntOf(const Value &value) {
  const auto *integer = llvm::dyn_cast<BigIntValue>(&value);
  return integer ? parseBigInt(integer->digits) : std::nullopt;
}

std::optional<double> arithmetic(llvm::StringRef op, double left, double right) {
  if (op == "+")
    return left + right;
  if (op == "-")
    return left - right;
  if (op == "*")
    return left * right;
  if (op == "/")
    return left / right;
  if (op == "%")
    return std::fmod(left, right);
  if (op == "**")
    return exactPower(left, right);
  if (op == "&")
    return toInt32(left) & toInt32(right);
  if (op == "|")
    return toInt32(left) | toInt32(right);
  if (op == "^")
    return toInt32(left) ^ toInt32(right);
  if (op == "<<")
    return static_cast<int32_t>(toUint32(left) << (toUint32(right) & 31));
  if (op == ">>")
    return toInt32(left) >> (toUint32(right) & 31);
  if (op == ">>>")
    return toUint32(left) >> (toUint32(right) & 31);
  return std::nullopt;
}

/// The language's own types, no two of which are one.
bool isConstructorPath(llvm::StringRef path) {
  static constexpr llvm::StringLiteral names[] = {"Array",  "BigInt", "Boolean", "Function",
                                                  "Number", "Object", "Promise", "RegExp",
                                                  "String", "Symbol"};
  return path.consume_front("global:") && llvm::is_contained(names, path);
}

/// True if two objects have the same API path; false for two different constructors, and where
/// a literal is made at another place than the other object; otherwise std::nullopt.
std::optional<bool> isSameObject(const Value &left, const Value &right) {
  const auto *a = llvm::dyn_cast<ApiValue>(&left), *b = llvm::dyn_cast<ApiValue>(&right);
  if (a && b)
    return a->path == b->path                                         ? std::optional(true)
           : isConstructorPath(a->path) && isConstructorPath(b->path) ? std::optional(false)
                                                                      : std::nullopt;
  auto isLiteral = [](const Value &value) {
    return value.origin && (llvm::isa<ArrayExpression, ObjectExpression, Literal>(value.origin) ||
                            isFunction(*value.origin) || isClass(*value.origin));
  };
  if ((a || isLiteral(left)) && (b || isLiteral(right)) && left.origin != right.origin)
    return false;
  return std::nullopt;
}

std::optional<bool> strictlyEqual(const Value &left, const Value &right) {
  bool isLeftPrimitive = isPrimitive(left), isRightPrimitive = isPrimitive(right);
  if (isLeftPrimitive != isRightPrimitive)
    return isObject(isLeftPrimitive ? right : left) ? std::optional(false) : std::nullopt;
  if (!isLeftPrimitive)
    return isObject(left) && isObject(right) ? isSameObject(left, right) : std::nullopt;
  if (left.kind != right.kind)
    return false;
  switch (left.kind) {
  case ValueKind::Boolean:
    return llvm::cast<BooleanValue>(left).value == llvm::cast<BooleanValue>(right).value;
  case ValueKind::Number:
    return llvm::cast<NumberValue>(left).value == llvm::cast<NumberValue>(right).value;
  case ValueKind::String:
    return llvm::cast<StringValue>(left).value == llvm::cast<StringValue>(right).value;
  case ValueKind::BigInt: {
    std::optional<llvm::APInt> a = bigIntOf(left), b = bigIntOf(right);
    return a && b ? std::optional(compareBigInt(*a, *b) == 0) : std::nullopt;
  }
  default:
    return true;
  }
}

/// The outcome of comparing primitives that aren't both strings: negative, zero, positive, or
/// `isUndefined` if one is NaN. std::nullopt: not decided.
struct Order {
  int order = 0;
  bool isUndefined = false;
};

std::optional<Order> compareNumeric(const Value &left, const Value &right) {
  const auto *leftBig = llvm::dyn_cast<BigIntValue>(&left);
  const auto *rightBig = llvm::dyn_cast<BigIntValue>(&right);
  if (!leftBig && !rightBig) {
    std::optional<double> a = toNumberConstant(left), b = toNumberConstant(right);
    if (!a || !b)
      return std::nullopt;
    if (std::isnan(*a) || std::isnan(*b))
      return Order{0, true};
    return Order{*a < *b ? -1 : *a > *b, false};
  }
  auto integerOf = [](const Value &value) {
    const auto *text = llvm::dyn_cast<StringValue>(&value);
    return text ? stringToBigInt(text->value) : bigIntOf(value);
  };
  auto isNumeric = [](const Value &value) { return !llvm::isa<BigIntValue, StringValue>(value); };
  std::optional<llvm::APInt> a = integerOf(left), b = integerOf(right);
  if (a && b)
    return Order{compareBigInt(*a, *b), false};
  if (isNumeric(left) == isNumeric(right) || (leftBig ? !a : !b))
    return std::nullopt;
  std::optional<int> order = leftBig ? compareBigInt(*a, *toNumberConstant(right))
                                     : compareBigInt(*b, *toNumberConstant(left));
  if (!order)
    return Order{0, true};
  return Order{leftBig ? *order : -*order, false};
}

/// The text that `typeof` gives; empty if it isn't known.
llvm::StringRef typeName(const Value &value) {
  switch (value.kind) {
  case ValueKind::Undefined:
    return "undefined";
  case ValueKind::Boolean:
    return "boolean";
  case ValueKind::Number:
    return "number";
  case ValueKind::BigInt:
    return "bigint";
  case ValueKind::String:
    return "string";
  case ValueKind::Function:
  case ValueKind::Class:
    return "function";
  case ValueKind::Null:
  case ValueKind::Array:
  case ValueKind::Object:
  case ValueKind::RegExp:
  case ValueKind::Namespace:
    return "object";
  case ValueKind::Api: {
    llvm::StringRef path = llvm::cast<ApiValue>(value).path;
    if (!path.consume_front("global:"))
      return "";
    if (path == "Math" || path == "JSON" || path == "Reflect")
      return "object";
    return nativeFunctionName(path) ? "function" : "";
  }
  default:
    return "";
  }
}

bool isIdentifierName(llvm::StringRef key) {
  return !key.empty() && !llvm::isDigit(key[0]) &&
         llvm::all_of(key, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
}

std::optional<bool> hasKey(const Value &object, llvm::StringRef key) {
  auto inherited = [&](llvm::StringRef type) -> std::optional<bool> {
    if (hasPrototypeMember(type, key))
      return true;
    // newer engines may have it, and a bundle may add it to the prototype
    return type != "Object" && isIdentifierName(key) ? std::nullopt : std::optional(false);
  };
  if (const auto *known = llvm::dyn_cast<ObjectValue>(&object)) {
    if (known->find("__proto__") || known->isShared)
      return std::nullopt;
    return known->find(key) ? std::optional(true)
                            : (known->open ? std::nullopt : inherited("Object"));
  }
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&object)) {
    std::optional<uint32_t> index = arrayIndex(key);
    if (list->open || list->isShared)
      return std::nullopt;
    if (!index)
      return inherited("Array");
    if (*index >= list->elements.size())
      return false;
    // what reads as undefined may be a hole
    return llvm::isa<UndefinedValue>(list->elements[*index]) ? std::nullopt : std::optional(true);
  }
  return std::nullopt;
}

std::optional<bool> isInstanceOf(const Value &value, const Value &type) {
  const auto *path = llvm::dyn_cast<ApiValue>(&type);
  llvm::StringRef name = path ? path->path : "";
  if (!name.consume_front("global:") || !isNativeConstructor(name))
    return std::nullopt;
  if (isPrimitive(value))
    return false;
  if (const auto *known = llvm::dyn_cast<ObjectValue>(&value)) {
    // it may have been made with another prototype
    bool isPlain = known->origin && llvm::isa<ObjectExpression>(known->origin) && !known->open &&
                   !known->find("__proto__");
    return isPlain ? std::optional(name == "Object") : std::nullopt;
  }
  if (llvm::isa<ArrayValue>(value))
    return name == "Object" || name == "Array";
  if (llvm::isa<RegExpValue>(value))
    return name == "Object" || name == "RegExp";
  if (llvm::isa<FunctionValue>(value))
    return name == "Object" || name == "Function";
  return std::nullopt;
}

} // namespace

std::optional<bool> Operators::isStrictlyEqual(const Value &left, const Value &right) {
  const auto *a = llvm::dyn_cast<StringValue>(&left), *b = llvm::dyn_cast<StringValue>(&right);
  if (a && b && a->value.size() == b->value.size() && !spend(a->value.size()))
    return std::nullopt;
  return strictlyEqual(left, right);
}

namespace {} // namespace

const Value &Operators::operateUnary(llvm::StringRef op, const Value &argument, const Node &site) {
  if (op == "void")
    return make<UndefinedValue>(&site);
  if (op == "!") {
    if (std::optional<bool> truth = toBooleanConstant(argument))
      return make<BooleanValue>(!*truth, &site);
    return unknown(UnknownReason::Unsupported, &site);
  }
  if (const auto *many = llvm::dyn_cast<UnionValue>(&argument)) {
    llvm::SmallVector<const Value *, maxUnionSize> results;
    for (const Value *alternative : many->alternatives)
      results.push_back(&operateUnary(op, *alternative, site));
    return unite(results, &site);
  }
  if (op == "typeof") {
    llvm::StringRef name = typeName(argument);
    return name.empty() ? unknown(UnknownReason::Unsupported, &site) : string(name, &site);
  }
  const Value *primitive =
      op == "-" || op == "+" || op == "~" ? conversions().primitiveOf(argument, site) : nullptr;
  if (!primitive)
    return unknown(UnknownReason::Unsupported, &site);
  if (std::optional<llvm::APInt> integer = bigIntOf(*primitive)) {
    std::optional<llvm::APInt> result;
    if (op == "-")
      result = operateOnBigInts("-", llvm::APInt(2, 0), *integer);
    else if (op == "~")
      result = operateOnBigInts("^", llvm::APInt::getAllOnes(2), *integer);
    return result ? hostNumber().bigInt(*result, &site)
                  : unknown(UnknownReason::Unsupported, &site);
  }
  if (std::optional<double> value = conversions().numberOf(*primitive))
    return number(op == "~" ? ~toInt32(*value) : op == "-" ? -*value : *value, &site);
  return unknown(UnknownReason::Unsupported, &site);
}

/// Applies a binary operator, as ECMA-262 section 13.15.4 defines it for constants; for unions,
/// to each pair of their alternatives.
const Value &Operators::operate(llvm::StringRef op, const Value &left, const Value &right,
                                const Node &site) {
  if (!llvm::isa<UnionValue>(left) && !llvm::isa<UnionValue>(right)) {
    const Value *result = operateOnConstants(op, left, right, site);
    return result ? *result : unknown(UnknownReason::Unsupported, &site);
  }
  llvm::SmallVector<const Value *, 4> ofLeft, ofRight;
  forEachAlternative(left, [&](const Value &value) { ofLeft.push_back(&value); });
  forEachAlternative(right, [&](const Value &value) { ofRight.push_back(&value); });
  if (ofLeft.size() * ofRight.size() > maxUnionSize)
    return unknown(UnknownReason::Unsupported, &site);
  llvm::SmallVector<const Value *, maxUnionSize> results;
  for (const Value *a : ofLeft)
    for (const Value *b : ofRight) {
      const Value *result = operateOnConstants(op, *a, *b, site);
      results.push_back(result ? result : &unknown(UnknownReason::Unsupported, &site));
    }
  return unite(results, &site);
}

/// Null: not decided, or it throws.
const Value *Operators::operateOnConstants(llvm::StringRef op, const Value &left,
                                           const Value &right, const Node &site) {
  std::optional<bool> truth;
  if (op == "===" || op == "!==") {
    truth = isStrictlyEqual(left, right);
    return truth ? &make<BooleanValue>(*truth == (op == "==="), &site) : nullptr;
  }
  if (op == "==" || op == "!=") {
    truth = isLooselyEqual(left, right, site);
    return truth ? &make<BooleanValue>(*truth == (op == "=="), &site) : nullptr;
  }
  if (op == "in") {
    if (std::optional<std::string> key = conversions().textOf(left))
      truth = hasKey(right, *key);
    return truth ? &make<BooleanValue>(*truth, &site) : nullptr;
  }
  if (op == "instanceof") {
    truth = isInstanceOf(left, right);
    return truth ? &make<BooleanValue>(*truth, &site) : nullptr;
  }
  const Value *a = conversions().primitiveOf(left, site),
              *b = conversions().primitiveOf(right, site);
  if (!a || !b)
    return nullptr;
  if (op == "<" || op == ">" || op == "<=" || op == ">=")
    return compare(op, *a, *b, site);
  if (op == "+" && (llvm::isa<StringValue>(a) || llvm::isa<StringValue>(b))) {
    std::optional<std::string> head = conversions().textOf(*a), tail = conversions().textOf(*b);
    if (!head || !tail)
      return nullptr;
    appendText(*head, *tail);
    return &string(*head, &site);
  }
  if (llvm::isa<BigIntValue>(a) || llvm::isa<BigIntValue>(b)) {
    const auto *m = llvm::dyn_cast<BigIntValue>(a), *n = llvm::dyn_cast<BigIntValue>(b);
    // reading digits takes the square of their number
    if (!m || !n || m->digits.size() > maxBigIntBits || n->digits.size() > maxBigIntBits ||
        !spend(1000 +
               (m->digits.size() + n->digits.size()) * (m->digits.size() + n->digits.size()) / 8))
      return nullptr;
    std::optional<llvm::APInt> x = bigIntOf(*a), y = bigIntOf(*b);
    if (!x || !y)
      return nullptr;
    std::optional<llvm::APInt> result = operateOnBigInts(op, *x, *y);
    return result ? &hostNumber().bigInt(*result, &site) : nullptr;
  }
  std::optional<double> x = conversions().numberOf(*a), y = conversions().numberOf(*b);
  std::optional<double> result = x && y ? arithmetic(op, *x, *y) : std::nullopt;
  return result ? &number(*result, &site) : nullptr;
}

const Value *Operators::compare(llvm::StringRef op, const Value &left, const Value &right,
                                const Node &site) {
  const auto *a = llvm::dyn_cast<StringValue>(&left), *b = llvm::dyn_cast<StringValue>(&right);
  if ((a && !spend(a->value.size())) || (b && !spend(b->value.size())))
    return nullptr;
  std::optional<Order> order =
      a && b ? Order{compareUtf16(a->value, b->value), false} : compareNumeric(left, right);
  if (!order)
    return nullptr;
  bool truth = op == "<"    ? order->order < 0
               : op == ">"  ? order->order > 0
               : op == "<=" ? order->order <= 0
                            : order->order >= 0;
  return &make<BooleanValue>(truth && !order->isUndefined, &site);
}

std::optional<bool> Operators::isLooselyEqual(const Value &left, const Value &right,
                                              const Node &site) {
  auto isNothing = [](const Value &value) { return llvm::isa<UndefinedValue, NullValue>(value); };
  if (isNothing(left) || isNothing(right)) {
    const Value &other = isNothing(left) ? right : left;
    if (isNothing(other))
      return true;
    return isPrimitive(other) || isObject(other) ? std::optional(false) : std::nullopt;
  }
  if (left.kind == right.kind || (isObject(left) && isObject(right)))
    return isStrictlyEqual(left, right);
  const Value *a = conversions().primitiveOf(left, site),
              *b = conversions().primitiveOf(right, site);
  if (!a || !b)
    return std::nullopt;
  if (a->kind == b->kind)
    return isStrictlyEqual(*a, *b);
  if ((llvm::isa<StringValue>(a) && !spend(llvm::cast<StringValue>(a)->value.size())) ||
      (llvm::isa<StringValue>(b) && !spend(llvm::cast<StringValue>(b)->value.size())))
    return std::nullopt;
  std::optional<Order> order = compareNumeric(*a, *b);
  return order ? std::optional(order->order == 0 && !order->isUndefined) : std::nullopt;
}

} // namespace agentc
