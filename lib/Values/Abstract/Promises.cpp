#include "Abstract/Promises.h"

#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "Abstract/Calls.h"
#include "Abstract/Members.h"
#include "Abstract/Parameters.h"
#include "Abstract/Returns.h"
#include "Abstract/Symbols.h"

namespace agentc {

using namespace ast;

/// Returns the argument passed to a function's parameter that is itself a function made by
/// others: `ok` of `new Promise((ok) => …)`.
const Value &Promises::handedTo(const Node &function, unsigned parameter, const Node &site) {
  NodeList parameters = paramsOf(function);
  const auto *name = parameter < parameters.size()
                         ? llvm::dyn_cast_or_null<Identifier>(parameters[parameter])
                         : nullptr;
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  return symbol ? this->parameters().inputOf(flows().of(*symbol), 0, nullptr, site)
                : unknown(UnknownReason::Call, &site);
}

/// True if a function ends the program, such as one that prints an error and exits. Only true
/// where the program's start is known, since code that replaces `process.exit` goes on.
bool Promises::endsProcess(const Node &function, unsigned depth) {
  constexpr unsigned most = 4;
  const Node *body = start() && depth < most ? bodyOf(function) : nullptr;
  const auto *block = llvm::dyn_cast_or_null<BlockStatement>(body);
  const Node *last = block && !block->body.empty() ? block->body.back() : body;
  if (const auto *statement = llvm::dyn_cast_or_null<ExpressionStatement>(last))
    last = statement->expression;
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(last);
  if (!call || (block && !returns().statementsIn(*body).empty()))
    return false;
  const Value &callee = outsideRun([&]() -> const Value & { return eval(*call->callee); });
  const auto *path = llvm::dyn_cast<ApiValue>(&callee);
  return (path && path->path == "global:process.exit"_api) ||
         (llvm::isa<FunctionValue>(callee) && endsProcess(*callee.origin, depth + 1));
}

/// Returns the result of `promise.catch(handler)`.
const Value &Promises::caught(const Value &promise, const Value &handler, const Node &site) {
  if (llvm::isa<FunctionValue>(handler) && endsProcess(*handler.origin))
    return promise;
  return unite({&promise, &outsideRun([&]() -> const Value & {
                  return calls().invoke(handler, {&unknown(UnknownReason::Call, &site)}, site,
                                        false);
                })},
               &site);
}

bool Promises::isThenable(const Value &value) {
  return llvm::isa<ObjectValue, InstanceValue>(value) &&
         llvm::isa<FunctionValue>(members().member(value, "then", value.origin));
}

/// Returns the result of a promise or thenable (ECMA-262 section 27.7.5.3); any other value is
/// its own result.
const Value &Promises::awaited(const Value &value, const Node &site) {
  llvm::SmallVector<const Value *, 4> values;
  forEachAlternative(value, [&](const Value &one) {
    const auto *made = llvm::dyn_cast<ResultValue>(&one);
    llvm::StringRef path = made ? made->callee->path : llvm::StringRef();
    const Value *first = made && !made->arguments.empty() ? made->arguments[0] : nullptr;
    if (path == "global:Promise.all"_api && first) {
      values.push_back(llvm::isa<ArrayValue>(first) ? first : &unknown(UnknownReason::Call, &site));
    } else if ((path == "global:Promise.race"_api || path == "global:Promise.any"_api) && first) {
      values.push_back(&symbols().iterated(*first, &site));
    } else if (path == "global:Promise"_api && first && llvm::isa<FunctionValue>(first)) {
      values.push_back(&handedTo(*first->origin, 0, site));
    } else if (path.starts_with("global:Promise"_api)) {
      values.push_back(&unknown(UnknownReason::Call, &site));
    } else if (isThenable(one)) {
      values.push_back(&handedTo(*members().member(one, "then", &site).origin, 0, site));
    } else {
      values.push_back(&one);
    }
  });
  return unite(values, &site);
}

bool isPlainFunction(const Value &value) {
  const auto *path = llvm::dyn_cast<ApiValue>(&value);
  llvm::StringRef name = path ? path->path : llvm::StringRef();
  return llvm::isa<FunctionValue, ClassValue>(value) ||
         (name.consume_front("global:") && nativeFunctionName(name));
}

} // namespace agentc
