#include "Abstract/Parameters.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "Abstract/Calls.h"
#include "Abstract/Classes.h"
#include "Abstract/Collections.h"
#include "Abstract/Members.h"
#include "Abstract/Promises.h"
#include "Abstract/Proxies.h"
#include "Abstract/Symbols.h"
#include "Builtins/Conversions.h"
#include "Compiled/RuntimeHelpers.h"

namespace agentc {

using namespace ast;

namespace {

/// Properties of one name are read so often that each read is not looked at by itself.
constexpr size_t manyCalls = 64;
/// The most places where a value may be handed on; with more, it is mostly data under the name
/// of a popular property.
constexpr size_t maxParameterPlaces = 100;

} // namespace

/// The argument of a call that a function gets at an index; of `f.call(…)` and `f.apply(…)` what
/// they hand on, unless they are methods of the bundle's own.
const Value &Parameters::argumentOf(const Node &call, unsigned index) {
  auto [callee, arguments, isNew] = partsOf(call);
  const auto *member = llvm::dyn_cast<MemberExpression>(callee);
  std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
  if (key != "call" && key != "apply")
    return argumentAt(call, arguments, index);
  bool mayBeFunction = false, mayBeObject = false;
  forEachAlternative(eval(*member->object), [&](const Value &object) {
    bool isFunction = llvm::isa<FunctionValue, ClassValue>(object);
    bool isUnknown = llvm::isa<UnknownValue>(object);
    mayBeFunction |= isFunction || isUnknown;
    mayBeObject |= !isFunction;
  });
  llvm::SmallVector<const Value *, 2> values;
  if (mayBeObject)
    values.push_back(&argumentAt(call, arguments, index));
  if (mayBeFunction && key == "call") {
    values.push_back(&argumentAt(call, arguments, index + 1));
  } else if (mayBeFunction) {
    const auto *list =
        arguments.size() > 1 ? llvm::dyn_cast<ArrayValue>(&eval(*arguments[1])) : nullptr;
    if (!list || list->open || list->isShared)
      values.push_back(&unknown(UnknownReason::Parameter, &call));
    if (list)
      values.push_back(list->open                      ? &symbols().iterated(*list, &call)
                       : index < list->elements.size() ? list->elements[index]
                                                       : &make<UndefinedValue>(&call));
  }
  return unite(values, &call);
}

const Value &Parameters::argumentAt(const Node &call, NodeList arguments, unsigned index) {
  for (size_t i = 0; i <= index && i < arguments.size(); ++i) {
    const auto *spread = llvm::dyn_cast<SpreadElement>(arguments[i]);
    if (!spread)
      continue;
    const auto *list = llvm::dyn_cast<ArrayValue>(&eval(*spread->argument));
    if (list && index - i < list->elements.size() && !list->open)
      return madeOf(list, *list->elements[index - i], &call);
    return unite({&symbols().iterated(eval(*spread->argument), spread),
                  &unknown(UnknownReason::Parameter, &call)},
                 &call);
  }
  return index < arguments.size() ? eval(*arguments[index]) : make<UndefinedValue>(&call);
}

namespace {

/// A condition that asks for what is there by `typeof`.
bool asksForType(const Node &condition) {
  if (const auto *unary = llvm::dyn_cast<UnaryExpression>(&condition))
    return unary->op == "typeof" || asksForType(*unary->argument);
  if (const auto *binary = llvm::dyn_cast<BinaryExpression>(&condition))
    return asksForType(*binary->left) || asksForType(*binary->right);
  const auto *logical = llvm::dyn_cast<LogicalExpression>(&condition);
  return logical && (asksForType(*logical->left) || asksForType(*logical->right));
}

} // namespace

/// True unless a condition around an expression is known to bypass it, such as a module
/// wrapper's test for its module system.
bool Parameters::isReached(const Node &expression) {
  // most expressions stand behind no such condition
  Guard &known = guards_[expression];
  if (known == Guard::None)
    return true;
  if (known == Guard::Unseen)
    known = Guard::None;
  constexpr unsigned most = 64;
  auto isDecided = [&](const Node *condition, bool truth) {
    if (!asksForType(*condition))
      return false;
    known = Guard::Type;
    return outsideRun([&] { return toBooleanConstant(eval(*condition)); }) == truth;
  };
  const Node *at = &expression;
  for (unsigned i = 0; i < most && at->parent && !isFunction(*at); ++i, at = at->parent) {
    const Node *parent = at->parent;
    if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(parent)) {
      if (at != choice->test && isDecided(choice->test, at == choice->alternate))
        return false;
    } else if (const auto *branch = llvm::dyn_cast<IfStatement>(parent)) {
      if (at != branch->test && isDecided(branch->test, at == branch->alternate))
        return false;
    } else if (const auto *logical = llvm::dyn_cast<LogicalExpression>(parent)) {
      if (at == logical->right && logical->op != "?\?" &&
          isDecided(logical->left, logical->op == "||"))
        return false;
    }
  }
  return true;
}

/// Returns the argument at `index` that a call passes to its callback at `position`.
const Value &Parameters::callbackArgument(const Node &call, unsigned position, unsigned index) {
  // further ones share a question that is not answered
  constexpr unsigned most = 16;
  if (position >= most || index >= most)
    return unknown(UnknownReason::Parameter, &call);
  return once(
      Question::Input, &call, &call,
      [this, &call, position, index]() -> const Value & {
        return computeCallbackArgument(call, position, index);
      },
      position *most + index);
}

/// Returns the argument that `Reflect.apply` and other functions of the language pass to their
/// first argument when they call it; null for other functions.
const Value *Parameters::argumentOfReflection(const Value &taker, const Node &call,
                                              unsigned position, unsigned index) {
  const auto *path = llvm::dyn_cast<ApiValue>(&taker);
  if (!path || position > 0)
    return nullptr;
  NodeList arguments = partsOf(call).arguments;
  if (path->path == "global:Function.prototype.call.call"_api)
    return &argumentAt(call, arguments, index + 2);
  if (path->path != "global:Reflect.apply"_api &&
      path->path != "global:Function.prototype.apply.call"_api)
    return nullptr;
  const auto *list = llvm::dyn_cast<ArrayValue>(&argumentAt(call, arguments, 2));
  if (!list || list->open || index >= list->elements.size())
    return nullptr;
  return list->elements[index];
}

const Value &Parameters::computeCallbackArgument(const Node &call, unsigned position,
                                                 unsigned index) {
  auto [callee, arguments, isNew] = partsOf(call);
  const Value &host = unknown(UnknownReason::Parameter, &call);
  llvm::SmallVector<const Value *, 4> values;
  const auto *member = llvm::dyn_cast<MemberExpression>(callee);
  std::optional<llvm::StringRef> key = member ? members().keyOf(*member) : std::nullopt;
  if (key && position == 0) {
    const Value &receiver = eval(*member->object);
    bool isReduce = isReduction(*key);
    const auto *list = *key == "then" ? nullptr : llvm::dyn_cast<ArrayValue>(&receiver);
    if (list && (index == 0 || (isReduce && index == 1))) {
      bool isResult = isReduce && index == 0;
      bool isFirst = isResult && arguments.size() > 1;
      values.push_back(isFirst ? &eval(*arguments[1]) : &symbols().iterated(receiver, &call));
      // what the callback gave before is handed on
      if (list->open || isResult)
        values.push_back(&host);
      return unite(values, &call);
    }
    // a promise is what it gives, as `await` says
    if (*key == "then" && index == 0) {
      forEachAlternative(receiver, [&](const Value &given) {
        const auto *path = llvm::dyn_cast<ApiValue>(&given);
        bool isHost = path && !isModule(given) && !isPlainFunction(given) &&
                      path->path != "global:globalThis"_api;
        values.push_back(isHost ? &host : &given);
      });
      return unite(values, &call);
    }
    if (*key == "forEach" && index == 0)
      if (const Value *kept = collections().keptIn(receiver, call))
        return *kept;
  }
  forEachAlternative(eval(*callee), [&](const Value &taker) {
    if (const Value *given = argumentOfReflection(taker, call, position, index))
      return values.push_back(given);
    const Node *function = llvm::isa<FunctionValue>(taker) ? taker.origin
                           : llvm::isa<ClassValue>(taker)  ? constructorOf(*taker.origin)
                                                           : nullptr;
    NodeList parameters = function ? paramsOf(*function) : NodeList();
    const auto *name =
        position < parameters.size() ? llvm::dyn_cast<Identifier>(parameters[position]) : nullptr;
    const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
    values.push_back(symbol ? &inputOf(flows().of(*symbol), index, nullptr, call) : &host);
  });
  return unite(values, &call);
}

const Value &Parameters::inputByHandingOn(const FunctionUses &uses, unsigned index,
                                          const Node &site) {
  if (uses.passed.size() > maxParameterPlaces)
    return unknown(UnknownReason::Parameter, &site);
  auto compute = [this, &uses, index, &site]() -> const Value & {
    llvm::SmallVector<const Value *, 8> values;
    for (const auto &[call, position] : uses.passed)
      if (isReached(*call))
        values.push_back(&callbackArgument(*call, position, index));
    return unite(values, &site);
  };
  return once(Question::Input, &uses, &site, compute, 2 * index + 1);
}

/// Unites the arguments that all known calls pass at an index, and Unknown where there may be
/// other calls. Of the calls by a property's name, only those that may call `function` count.
const Value &Parameters::inputOf(const FunctionUses &uses, unsigned index, const Node *function,
                                 const Node &site) {
  auto compute = [this, &uses, index, function, &site]() -> const Value & {
    llvm::SmallVector<const Value *, 8> values;
    for (const Node *call : uses.calls)
      if (isReached(*call))
        values.push_back(&argumentOf(*call, index));
    if (!uses.passed.empty())
      values.push_back(&inputByHandingOn(uses, index, site));
    for (llvm::StringRef key : uses.keys)
      values.push_back(&inputByKey(key, index, function, site));
    if (uses.escapes || !uses.keys.empty() || values.empty())
      values.push_back(&unknown(UnknownReason::Parameter, &site));
    return spend(values.size()) ? unite(values, &site) : unknown(UnknownReason::Limit, &site);
  };
  return once(Question::Input, &uses, &site, compute, 2 * index);
}

/// True if a call is of a method that an object of the language has, as a `Map`: the bundle's
/// functions of that name are others.
bool Parameters::isOfHost(const Node &call) {
  const auto *member = llvm::dyn_cast<MemberExpression>(partsOf(call).callee);
  const auto *made = member ? llvm::dyn_cast<ResultValue>(&eval(*member->object)) : nullptr;
  return made && llvm::is_contained({"global:Map"_api, "global:Set"_api, "global:WeakMap"_api,
                                     "global:WeakSet"_api, "global:URLSearchParams"_api},
                                    made->callee->path);
}

const Value &Parameters::inputByKey(llvm::StringRef key, unsigned index, const Node *function,
                                    const Node &site) {
  const FunctionUses &uses = flows().ofKey(key);
  if (!function || uses.calls.size() > manyCalls)
    return inputOf(uses, index, nullptr, site);
  llvm::SmallVector<const Value *, 8> values;
  // modules hand it on by other names
  constexpr size_t maxKeys = 8;
  llvm::SetVector<llvm::StringRef> keys;
  keys.insert(key);
  for (size_t i = 0; i < keys.size() && i < maxKeys; ++i) {
    const FunctionUses &held = flows().ofKey(keys[i]);
    keys.insert(held.keys.begin(), held.keys.end());
    if (i > 0 && held.calls.size() > manyCalls)
      continue;
    for (const Node *call : held.calls) {
      bool mayCall = false;
      forEachAlternative(eval(*partsOf(*call).callee), [&](const Value &callee) {
        bool isConstructor =
            llvm::isa<ClassValue>(callee) && constructorOf(*callee.origin) == function;
        mayCall |= callee.origin == function || isConstructor || llvm::isa<UnknownValue>(callee);
      });
      if (mayCall && !isOfHost(*call))
        values.push_back(&argumentOf(*call, index));
    }
    if (i == 0 && !held.passed.empty())
      values.push_back(&inputByHandingOn(held, index, site));
  }
  return unite(values, &site);
}

/// `arguments`: what the calls that are known give, in no certain number.
const Value &Parameters::argumentsOf(const Identifier &identifier) {
  const Node *function = identifier.parent;
  while (function && (!isFunction(*function) || llvm::isa<ArrowFunctionExpression>(function)))
    function = function->parent;
  if (!function)
    return unknown(UnknownReason::Unsupported, &identifier);
  constexpr unsigned most = 4;
  llvm::SmallVector<const Value *, most> values;
  for (unsigned i = 0; i < most; ++i)
    values.push_back(&inputOf(flows().of(*function), i, function, identifier));
  return array(values, true, &identifier);
}

/// A parameter's value with what `arguments[index] = value` makes of it in sloppy code (ECMA-262
/// section 10.4.4).
const Value &Parameters::withMappedWrites(const Value &given, const Node &function,
                                          unsigned index) {
  llvm::SmallVector<const Value *, 4> values{&given};
  for (const Identifier *list : argumentsIn(program(), function)) {
    const auto *member = llvm::dyn_cast<MemberExpression>(list->parent);
    if (!member || member->object != list || !isWritten(*member))
      continue;
    std::optional<llvm::StringRef> key = members().keyOf(*member);
    if (key && *key != std::to_string(index))
      continue;
    if (classes().isStrict(function))
      return given;
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(member->parent);
    values.push_back(assignment ? &classes().writtenBy(*assignment)
                                : &symbols().valueInto(*member));
  }
  return values.size() == 1 ? given : unite(values, &function);
}

const Value &Parameters::valueOfParameter(const Node &function, const Node &parameter) {
  if (const Value *known = runtimeHelpers().valueOfHelperParameter(function, parameter))
    return *known;
  NodeList parameters = paramsOf(function);
  if (parameters.size() > 1 && parameters[1] == &parameter && symbols().isHandler(function))
    return api("handler:ctx"_api, &parameter);
  unsigned index = llvm::find(parameters, &parameter) - parameters.begin();
  if (const Value *target = index == 0 ? proxies().targetGivenTo(function) : nullptr)
    return *target;
  return withMappedWrites(inputOf(flows().of(function), index, &function, parameter), function,
                          index);
}

} // namespace agentc
