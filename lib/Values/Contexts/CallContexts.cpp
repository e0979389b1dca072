#include "Contexts/CallContexts.h"

#include "Abstract/Classes.h"
#include "Abstract/MemberChanges.h"
#include "Abstract/Members.h"
#include "Abstract/Promises.h"
#include "Abstract/Returns.h"
#include "Abstract/Symbols.h"
#include "Builtins/Conversions.h"
#include "Builtins/HostObject.h"
#include "Builtins/KnownCollections.h"
#include "Concrete/Interpreter.h"
#include "Concrete/OwnObjects.h"
#include "Contexts/Bindings.h"
#include "agentc/Support/Utf16.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

/// Calls inside each other whose results are told apart, and the work that may be done for all that
/// is asked of calls, in evaluated nodes.
constexpr unsigned maxNestedCalls = 12;
constexpr uint64_t maxStepsOfCalls = 2'000'000;
/// The most parts of a text; a text put together from more parts is unknown.
constexpr size_t maxTextParts = 64;

/// The name or pattern of a parameter without what TypeScript writes around it.
const Node &patternOf(const Node &parameter) {
  if (const auto *decorated = llvm::dyn_cast<TSDecoratedParameter>(&parameter))
    return patternOf(*decorated->parameter);
  const auto *property = llvm::dyn_cast<TSParameterProperty>(&parameter);
  return property ? *property->parameter : parameter;
}

bool isInside(const Node &node, const Node &code) {
  const Node *at = &node;
  while (at && at != &code)
    at = at->parent;
  return at;
}

/// The function that a node stands in, or is; null at a module's top level.
const Node *functionOf(const Node *node) {
  while (node && !isFunction(*node))
    node = node->parent;
  return node;
}

bool isContainer(const Value &value) {
  bool found = false;
  forEachAlternative(value,
                     [&](const Value &one) { found |= llvm::isa<ObjectValue, ArrayValue>(one); });
  return found;
}

} // namespace

Environment &CallContexts::openCall(const FunctionValue &function, const Value *self,
                                    std::optional<Arguments> arguments) {
  const Node &node = *function.origin;
  if (const Environment *bound = function.environment; bound && bound->isBound) {
    const BoundCall given = callOfBound(*bound, arguments.value_or(Arguments()));
    Environment &call =
        openCall(make<FunctionValue>(&node, bound->outer), given.self,
                 arguments ? std::optional<Arguments>(given.arguments) : std::nullopt);
    if (!arguments)
      bindFirst(call, given.arguments);
    return call;
  }
  auto &call = evaluator_.newEnvironment();
  call.outer = function.environment;
  call.scope = interpreter().scopeOf(node);
  call.isPartial = true;
  call.code = &node;
  call.knowsCaller = arguments.has_value();
  if (!llvm::isa<ArrowFunctionExpression>(node)) {
    call.function = &node;
    call.thisValue = arguments ? &classes().thisFor(self, node, node) : self;
  }
  if (arguments)
    call.arguments = copy(*arguments);
  NodeList parameters = arguments ? paramsOf(node) : NodeList();
  for (size_t i = 0; i < parameters.size(); ++i)
    if (const auto *rest = llvm::dyn_cast<RestElement>(parameters[i]))
      bindParameter(
          call, *rest->argument,
          array(i < arguments->size() ? arguments->drop_front(i) : Arguments(), false, rest));
    else
      bindParameter(call, patternOf(*parameters[i]),
                    i < arguments->size() ? *(*arguments)[i] : make<UndefinedValue>(parameters[i]));
  return call;
}

/// One turn of a loop counts the element as what it is given.
Environment &CallContexts::openFields(const Node &code, const Value &given) {
  auto &call = evaluator_.newEnvironment();
  call.isPartial = true;
  call.code = &code;
  if (const auto *loop = llvm::dyn_cast<ForOfStatement>(&code)) {
    const Node *pattern = loop->left;
    if (const auto *declaration = llvm::dyn_cast<VariableDeclaration>(pattern))
      pattern = llvm::cast<VariableDeclarator>(declaration->declarations.front())->id;
    call.arguments = copy<const Value *>({&given});
    bindings().forEachName(*pattern, [&](const Symbol &symbol) { call.scope = symbol.scope; });
    bindParameter(call, *pattern, given);
    return call;
  }
  call.scope = interpreter().scopeOf(code);
  call.thisValue = &given;
  call.knowsCaller = true;
  return call;
}

/// The arguments that a bound function gets before those of its call.
void CallContexts::bindFirst(Environment &call, Arguments arguments) {
  call.arguments = copy(arguments);
  NodeList parameters = paramsOf(*call.code);
  for (size_t i = 0; i < parameters.size() && i < arguments.size(); ++i)
    if (!llvm::isa<RestElement>(parameters[i]))
      bindParameter(call, patternOf(*parameters[i]), *arguments[i]);
}

void CallContexts::bindParameter(Environment &call, const Node &parameter, const Value &value) {
  llvm::SmallVector<std::pair<const Symbol *, const Value *>, 4> bound;
  bindings().forEachName(parameter, [&](const Symbol &symbol) {
    if (const Value *known = valueInPattern(call, parameter, value, symbol))
      bound.push_back({&symbol, known});
  });
  for (const auto &[symbol, known] : bound)
    call.set(*symbol, *known);
}

/// Returns the value that a pattern gives one of its variables; null where the variable may
/// hold something else.
const Value *CallContexts::valueInPattern(Environment &call, const Node &pattern,
                                          const Value &value, const Symbol &symbol) {
  if (!Bindings::isFixed(symbol))
    return nullptr;
  const Value *given = &value;
  if (!llvm::isa<Identifier>(pattern))
    given = outsideRun([&] {
      return interpreter().runPaths(pattern, [&]() -> const Value * {
        run()->isOfCall = true;
        run()->environment = &call;
        // of its own for each name, since the call may have others of the pattern already
        bindings().forEachName(pattern, [&](const Symbol &name) {
          Environment &own = interpreter().enter(pattern);
          own.scope = name.scope;
          own.isPartial = true;
          own.set(name, make<UndefinedValue>(&pattern));
        });
        interpreter().assign(pattern, value);
        Environment *holder = interpreter().environmentOf(symbol);
        const Value **known = holder ? holder->find(symbol) : nullptr;
        return known ? *known : &interpreter().fail(pattern);
      });
    });
  bool isChanged = given && isContainer(*given) &&
                   outsideRun([&] { return memberChanges().isChangedOutOfSight(symbol); });
  return isChanged ? nullptr : given;
}

/// Returns the value, for one call, of an expression in the call's code or in code nested in
/// it.
const Value &CallContexts::evalIn(Environment &call, const Node &node) {
  const Value *known = evaluator_.lookup(node);
  const Value &anywhere = known ? *known : evaluator_.unknownNode;
  bool isSeen = false;
  for (const Environment *at = &call; at && !isSeen; at = at->outer)
    isSeen = at->code && isInside(node, *at->code);
  if (!known || !isSeen || llvm::isa<StringValue, NumberValue, NamespaceValue>(anywhere))
    return anywhere;
  auto [entry, isNew] = inCalls_.try_emplace({&call, &node}, nullptr);
  if (!isNew && entry->second)
    return *entry->second;
  if (!isNew) {
    ++known_.timesAsked;
    return anywhere;
  }
  const Value *value = nullptr;
  bool isOutermost = nestedCalls_ == 0;
  bool isTooMuch = nestedCalls_ >= maxNestedCalls ||
                   (isOutermost ? spent_ : interpreter().spent).steps >= maxStepsOfCalls;
  known_.timesTooDeep += isTooMuch;
  if (!isTooMuch) {
    ++nestedCalls_;
    auto exchange = [&] {
      if (isOutermost)
        std::swap(interpreter().spent, spent_);
    };
    exchange();
    value = outsideRun([&] {
      return interpreter().runPaths(node, [&]() -> const Value * {
        run()->isOfCall = true;
        run()->environment = &call;
        return &eval(node);
      });
    });
    exchange();
    --nestedCalls_;
  }
  return *(inCalls_[{&call, &node}] = value ? value : &anywhere);
}

std::optional<llvm::StringRef> CallContexts::keyIn(Environment &call, const Node &node) {
  const auto [key, computed] = keyPartOf(node);
  if (!key || !computed)
    return members().keyOf(node);
  const Value &value = evalIn(call, *key);
  std::optional<std::string> text = conversions().textOf(value);
  return text ? std::optional(strings().save(llvm::StringRef(*text))) : std::nullopt;
}

const Value *CallContexts::valueIn(Environment &call, const Symbol &symbol) {
  for (Environment *at = &call; at; at = at->outer)
    if (const Value **known = at->find(symbol))
      return *known;
  return valueInCall(symbol, &call);
}

/// A variable that the code of a call around declares, computed for this call; null where it is
/// none, or may hold something else too.
const Value *CallContexts::valueInCall(const Symbol &symbol, Environment *call) {
  const Node *function = functionOf(symbol.scope->node);
  // the innermost of the call and the turns of loops in it
  while (call && !(call->code && call->code == function) &&
         !(llvm::isa_and_nonnull<ForOfStatement>(call->code) &&
           functionOf(call->code) == function && !symbol.targets.empty() &&
           isInside(*symbol.targets.front(), *call->code)))
    call = call->outer;
  if (!call || symbol.targets.size() != 1 || symbol.kind == SymbolKind::Parameter)
    return nullptr;
  if (const Value **known = call->find(symbol))
    return *known;
  const Node *at = symbol.targets.front();
  if (const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(at->parent);
      declaration && declaration->id == at) {
    const Value &made = make<FunctionValue>(declaration, call);
    call->set(symbol, made);
    return &made;
  }
  while (at && !llvm::isa<VariableDeclarator>(at) && !isFunction(*at))
    at = at->parent;
  const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(at);
  if (!declarator)
    return nullptr;
  const auto *loop = llvm::dyn_cast<ForOfStatement>(declarator->parent->parent);
  const Node *source = declarator->init ? declarator->init : loop ? loop->right : nullptr;
  if (!source)
    return nullptr;
  const Value *given = &evalIn(*call, *source);
  if (!declarator->init)
    given = outsideRun([&] {
      const Value &element = symbols().iterated(*given, declarator->id);
      return loop->await ? &promises().awaited(element, *declarator->id) : &element;
    });
  const Value *value = valueInPattern(*call, *declarator->id, *given, symbol);
  if (value)
    call->set(symbol, *value);
  return value;
}

/// Returns the result of a call by its return statements, whatever happens before them.
const Value &CallContexts::returnIn(Environment &call) {
  const Node &function = *call.code;
  const Node *body = bodyOf(function);
  if (!body || isGenerator(function))
    return outsideRun([&]() -> const Value & { return returns().of(function, function); });
  if (!llvm::isa<BlockStatement>(body))
    return evalIn(call, *body);
  return returns().uniteIn(function, *body,
                           [&](const Node &node) -> const Value & { return evalIn(call, node); });
}

/// A call in an expression that is evaluated for one call: run by itself, so that what cannot be
/// run there leaves the rest as it is.
const Value &CallContexts::callApart(const FunctionValue &function, const Value *receiver,
                                     Arguments arguments, const Node &site) {
  KnownCalls &known = known_;
  bool isTooMuch = nestedCalls_ >= maxNestedCalls || interpreter().spent.steps >= maxStepsOfCalls;
  if (isTooMuch) {
    ++known.timesTooDeep;
    return outsideRun([&]() -> const Value & { return returns().of(*function.origin, site); });
  }
  const bool isSettled = known.isSettled({&function, receiver, arguments});
  if (isSettled)
    if (const Value *result = known.find({&function, receiver, arguments}, site, nestedCalls_))
      return *result;
  ++nestedCalls_;
  auto leave = llvm::make_scope_exit([&] { --nestedCalls_; });
  const uint64_t timesTooDeep = known.timesTooDeep, timesAsked = known.timesAsked;
  const size_t outermostMet = std::exchange(known.outermostMet, SIZE_MAX);
  const Node *made = nullptr;
  const Value &result = resultApart(function, receiver, arguments, site, made);
  // what a call gives inside of one that it was taken for is not all that it gives elsewhere
  bool isWhole = known.outermostMet >= known.open.size() && known.timesAsked == timesAsked;
  known.outermostMet = std::min(outermostMet, isWhole ? SIZE_MAX : known.outermostMet);
  if (isSettled && isWhole)
    known.add({&function, receiver, copy(arguments)}, made,
              known.timesTooDeep == timesTooDeep ? 0 : nestedCalls_ - 1, result);
  return result;
}

/// `made` becomes the site where the result's values name it.
const Value &CallContexts::resultApart(const FunctionValue &function, const Value *receiver,
                                       Arguments arguments, const Node &site, const Node *&made) {
  if (function.environment || interpreter().isRunnable(*function.origin))
    if (const Value *result =
            interpreter().tryRun(*function.origin, arguments, site, [&]() -> const Value * {
              run()->isOfCall = true;
              return interpreter().runFunction(function, receiver, arguments, site);
            })) {
      made = &site;
      return *result;
    }
  for (const Value *argument : arguments)
    if (ownObjects().isLocal(*argument) || knownCollections().elementsKnownOf(*argument))
      ownObjects().escape(*argument);
  Environment &opened = openCall(function, receiver, arguments);
  // the same call again gives nothing that the others do not
  auto &open = known_.open;
  auto *same = llvm::find_if(open, [&](auto *one) { return isSameCall(*one, opened); });
  if (same != open.end()) {
    known_.outermostMet = std::min<size_t>(known_.outermostMet, same - open.begin());
    return outsideRun([&]() -> const Value & { return returns().of(*function.origin, site); });
  }
  open.push_back(&opened);
  auto close = llvm::make_scope_exit([&] { open.pop_back(); });
  return returnIn(opened);
}

/// A text of parts that are not all known, as `"".concat(…)` gives it.
const Value &CallContexts::joined(Arguments parts, const Node &site) {
  llvm::SmallVector<const Value *, 8> all;
  std::string text;
  bool isKnown = true;
  for (const Value *part : parts) {
    const auto *result = llvm::dyn_cast<ResultValue>(part);
    bool isJoined = result && result->callee->path == "global:String.prototype.concat"_api &&
                    !llvm::isa<CallExpression>(result->origin);
    if (isJoined)
      all.append(result->arguments.begin(), result->arguments.end());
    else
      all.push_back(part);
    std::optional<std::string> known = isKnown ? conversions().textOf(*part) : std::nullopt;
    isKnown = known && text.size() <= maxStringBytes;
    if (isKnown)
      appendText(text, *known);
  }
  if (isKnown)
    return string(text, &site);
  if (all.size() > maxTextParts)
    return unknown(UnknownReason::Limit, &site);
  const auto &concat = make<ApiValue>("global:String.prototype.concat"_api, &site);
  return make<ResultValue>(&concat, copy<const Value *>(all), &site);
}

} // namespace agentc
