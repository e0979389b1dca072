#include "Evaluator.h"

#include <cmath>

namespace agentc {

using namespace ast;

const Value &Values::Evaluator::computeUnary(const UnaryExpression &expression) {
  const Value &argument = eval(*expression.argument);
  if (expression.op == "void")
    return make<UndefinedValue>(&expression);
  if (expression.op == "!") {
    if (std::optional<bool> truth = toBooleanConstant(argument))
      return make<BooleanValue>(!*truth, &expression);
  } else if (expression.op == "-" || expression.op == "+" || expression.op == "~") {
    if (std::optional<double> value = numberOf(argument)) {
      if (expression.op == "~" && !std::isfinite(*value))
        return number(-1, &expression);
      if (expression.op == "~")
        return number(~static_cast<int32_t>(static_cast<uint32_t>(
                          static_cast<int64_t>(std::fmod(std::trunc(*value), 4294967296.0)))),
                      &expression);
      return number(expression.op == "-" ? -*value : *value, &expression);
    }
  }
  return unknown(UnknownReason::Unsupported, &expression);
}

namespace {

std::optional<double> arithmetic(llvm::StringRef op, double left, double right) {
  if (op == "-")
    return left - right;
  if (op == "*")
    return left * right;
  if (op == "/")
    return left / right;
  if (op == "%")
    return std::fmod(left, right);
  if (op == "**")
    return std::pow(left, right);
  return std::nullopt;
}

} // namespace

const Value &Values::Evaluator::computeBinary(const BinaryExpression &expression) {
  const Value &left = eval(*expression.left);
  return operate(expression.op, left, eval(*expression.right), expression);
}

/// What a binary operator gives, as ECMA-262 section 13.15.4 defines it for constants.
const Value &Values::Evaluator::operate(llvm::StringRef op, const Value &left, const Value &right,
                                        const Node &site) {
  if (op == "+") {
    bool numeric = llvm::isa<NumberValue>(left) && llvm::isa<NumberValue>(right);
    if (!numeric) {
      std::optional<std::string> a = textOf(left), b = textOf(right);
      if (a && b &&
          (llvm::isa<StringValue>(left) || llvm::isa<StringValue>(right) ||
           llvm::isa<ArrayValue>(left) || llvm::isa<ArrayValue>(right)))
        return string(*a + *b, &site);
    }
    std::optional<double> a = numberOf(left), b = numberOf(right);
    if (a && b && !llvm::isa<StringValue>(left) && !llvm::isa<StringValue>(right))
      return number(*a + *b, &site);
    return unknown(UnknownReason::Unsupported, &site);
  }
  std::optional<double> a = numberOf(left), b = numberOf(right);
  if (a && b)
    if (std::optional<double> result = arithmetic(op, *a, *b))
      return number(*result, &site);
  return unknown(UnknownReason::Unsupported, &site);
}

} // namespace agentc
