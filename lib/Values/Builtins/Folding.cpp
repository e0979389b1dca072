#include "Builtins/Folding.h"

#include "Builtins/Conversions.h"
#include "Builtins/FoldArray.h"
#include "Builtins/FoldNumber.h"
#include "Builtins/FoldPattern.h"
#include "Builtins/FoldString.h"
#include "Builtins/HostFiles.h"
#include "Builtins/HostObject.h"
#include "Builtins/HostText.h"
#include "Builtins/Patches.h"
#include "agentc/Values/Builtins.h"

#include <cmath>
#include <limits>

namespace agentc {

using namespace ast;

namespace {

llvm::StringRef prototypeName(const Value &value) {
  switch (value.kind) {
  case ValueKind::String:
    return "String.prototype";
  case ValueKind::Array:
    return "Array.prototype";
  case ValueKind::Number:
    return "Number.prototype";
  case ValueKind::Boolean:
    return "Boolean.prototype";
  case ValueKind::BigInt:
    return "BigInt.prototype";
  case ValueKind::RegExp:
    return "RegExp.prototype";
  case ValueKind::Object:
    return "Object.prototype";
  case ValueKind::Api:
    return "Function.prototype";
  default:
    return "";
  }
}

} // namespace

const Value *Folding::foldMethod(const Value &receiver, llvm::StringRef key, Arguments arguments,
                                 const Node &site) {
  const Value *folded = fold(receiver, key, arguments, site);
  if (!folded)
    return nullptr;
  llvm::SmallVector<const Value *, 8> values(arguments);
  values.push_back(&receiver);
  return &madeOf(values, *folded, &site);
}

const Value *Folding::fold(const Value &receiver, llvm::StringRef key, Arguments arguments,
                           const Node &site) {
  if (llvm::StringRef owner = prototypeName(receiver);
      !owner.empty() && patches().isPatched(owner, key))
    return nullptr;
  switch (receiver.kind) {
  case ValueKind::String:
    return foldString().foldStringMethod(llvm::cast<StringValue>(receiver), key, arguments, site);
  case ValueKind::Array:
    if (const Value *known =
            foldArray().foldArrayMethod(llvm::cast<ArrayValue>(receiver), key, arguments, site))
      return known;
    return foldObjectMethod(receiver, key, arguments, site);
  case ValueKind::Object:
    return foldObjectMethod(receiver, key, arguments, site);
  case ValueKind::Number:
    return foldNumber().foldNumberMethod(llvm::cast<NumberValue>(receiver), key, arguments, site);
  case ValueKind::Boolean:
  case ValueKind::BigInt:
    return foldNumber().foldPrimitiveMethod(receiver, key, arguments, site);
  case ValueKind::RegExp:
    return foldPattern().foldRegExpMethod(llvm::cast<RegExpValue>(receiver), key, arguments, site);
  case ValueKind::Result:
    if (const Value *known = hostFiles().foldPlaceMethod(receiver, key, arguments, site))
      return known;
    return hostText().foldBytesMethod(llvm::cast<ResultValue>(receiver), key, arguments, site);
  case ValueKind::Api:
    if (const Value *known = hostFiles().foldPlaceMethod(receiver, key, arguments, site))
      return known;
    if (key == "toString" && arguments.empty())
      if (std::optional<std::string> text = conversions().textOf(receiver))
        return &string(*text, &site);
    return nullptr;
  default:
    return nullptr;
  }
}

const Value *Folding::foldObjectMethod(const Value &receiver, llvm::StringRef key,
                                       Arguments arguments, const Node &site) {
  if (const auto *known = llvm::dyn_cast<ObjectValue>(&receiver); known && known->find(key))
    return nullptr;
  if (key == "hasOwnProperty" || key == "propertyIsEnumerable") {
    std::optional<std::string> name =
        arguments.empty() ? std::nullopt : conversions().textOf(*arguments[0]);
    std::optional<bool> has = name ? hostObject().hasOwn(receiver, *name) : std::nullopt;
    if (has && key == "propertyIsEnumerable" && *name == "length")
      return nullptr;
    return has ? &make<BooleanValue>(*has, &site) : nullptr;
  }
  const auto *known = llvm::dyn_cast<ObjectValue>(&receiver);
  if (!known || known->open || known->find("__proto__"))
    return nullptr;
  if (key == "valueOf")
    return &receiver;
  if (key == "toString")
    return &string("[object Object]", &site);
  return nullptr;
}

const Value *Folding::foldApiMember(llvm::StringRef path, llvm::StringRef key, const Node *site) {
  if (!path.consume_front("global:"))
    return nullptr;
  if (key == "name")
    if (std::optional<llvm::StringRef> name = nativeFunctionName(path))
      return &string(*name, site);
  static const std::pair<llvm::StringLiteral, double> constants[] = {
      {"Math.PI", 3.141592653589793},
      {"Math.E", 2.718281828459045},
      {"Math.LN2", 0.6931471805599453},
      {"Math.LN10", 2.302585092994046},
      {"Math.LOG2E", 1.4426950408889634},
      {"Math.LOG10E", 0.4342944819032518},
      {"Math.SQRT2", 1.4142135623730951},
      {"Math.SQRT1_2", 0.7071067811865476},
      {"Number.MAX_SAFE_INTEGER", 9007199254740991},
      {"Number.MIN_SAFE_INTEGER", -9007199254740991},
      {"Number.MAX_VALUE", std::numeric_limits<double>::max()},
      {"Number.MIN_VALUE", std::numeric_limits<double>::denorm_min()},
      {"Number.EPSILON", std::numeric_limits<double>::epsilon()},
      {"Number.POSITIVE_INFINITY", INFINITY},
      {"Number.NEGATIVE_INFINITY", -INFINITY},
      {"Number.NaN", std::numeric_limits<double>::quiet_NaN()},
  };
  if (path != "Math" && path != "Number")
    return nullptr;
  for (const auto &[name, value] : constants)
    if (auto [owner, member] = name.split('.'); owner == path && member == key)
      return &number(value, site);
  return nullptr;
}

} // namespace agentc
