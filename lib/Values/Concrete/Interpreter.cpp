#include "Concrete/Interpreter.h"

#include "Abstract/Calls.h"
#include "Abstract/Classes.h"
#include "Abstract/Expressions.h"
#include "Abstract/Members.h"
#include "Abstract/Returns.h"
#include "Builtins/Conversions.h"
#include "Builtins/HostObject.h"
#include "Concrete/OwnObjects.h"
#include "Concrete/Settling.h"
#include "Contexts/CallContexts.h"
#include "agentc/Syntax/Disposal.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

/// A function that could not be run this often is not tried again.
constexpr int64_t maxFailures = 3, mostSuccesses = 16;
/// Nor one that could not be run so often on what was still to come, which is asked again anyway,
/// or so often inside of what wasn't.
constexpr int64_t maxEarlyFailures = 16, mostEarlyFailures = 64;
constexpr uint64_t stepsOfFailure = 5000;
/// Longer functions do more than compute a value.
constexpr unsigned maxRunnableNodes = 2000;

/// True if running a function on a value can tell more than the function's result for calls in
/// general.
bool tells(const Value &value) {
  if (const auto *result = llvm::dyn_cast<ResultValue>(&value))
    return isDefinitionPath(result->callee->path) || result->callee->path == "global:Set"_api ||
           result->callee->path == "global:Map"_api || result->callee->path == "global:WeakMap"_api;
  return !llvm::isa<UnknownValue, UndefinedValue, NullValue, UnionValue, InstanceValue>(value);
}

/// How much is known of a value: 0 where it may be another, 1 where it may hold more.
unsigned certaintyOf(const Value &value) {
  const auto *object = llvm::dyn_cast<ObjectValue>(&value);
  const auto *list = llvm::dyn_cast<ArrayValue>(&value);
  if (llvm::isa<UnknownValue, UnionValue>(value))
    return 0;
  return (object && object->open) || (list && list->open) ? 1 : 2;
}

bool hasFields(const Value &receiver) {
  const auto *instance = llvm::dyn_cast<InstanceValue>(&receiver);
  return instance ? instance->fields != nullptr : llvm::isa<ObjectValue>(receiver);
}

bool isArrow(const Node &function) { return llvm::isa<ArrowFunctionExpression>(function); }

/// The next choice of ways where conditions could not be decided; false after the last one.
bool nextPath(std::vector<bool> &decisions) {
  while (!decisions.empty() && !decisions.back())
    decisions.pop_back();
  if (decisions.empty())
    return false;
  decisions.back() = false;
  return true;
}

} // namespace

const Value &Interpreter::fail(const Node &site) {
  if (run())
    run()->hasFailed = true;
  return unknown(UnknownReason::Call, &site);
}

bool Interpreter::decide() {
  if (run()->nextDecision == run()->decisions.size()) {
    if (run()->decisions.size() >= maxUndecided)
      run()->hasFailed = true;
    run()->decisions.push_back(true);
  }
  return run()->decisions[run()->nextDecision++];
}

const Value &Interpreter::oneOf(const Value &value) {
  const auto *either = run() ? llvm::dyn_cast<UnionValue>(&value) : nullptr;
  // the same on every path that gets here by the same decisions
  if (!either || run()->nextDecision + either->alternatives.size() > maxUndecided + 1)
    return value;
  for (const Value *one : either->alternatives.drop_back())
    if (decide())
      return *one;
  return *either->alternatives.back();
}

bool Interpreter::test(const Node &condition) {
  std::optional<bool> truth = toBooleanConstant(eval(condition));
  return truth ? *truth : decide();
}

const Scope *Interpreter::scopeOf(const Node &node) {
  if (scopes_.empty())
    for (const Symbol &symbol : program().symbols())
      scopes_[symbol.scope->node] = symbol.scope;
  return scopes_.lookup(&node);
}

Environment *Interpreter::environmentOf(const Symbol &symbol) const {
  Environment *at = run()->environment;
  while (at && (at->scope != symbol.scope || (at->isPartial && !at->find(symbol))))
    at = at->outer;
  return at;
}

/// Opens the scope of a function, block or loop. Whoever calls leaves it again.
Environment &Interpreter::enter(const Node &node) {
  auto *entered = &evaluator_.newEnvironment();
  entered->run = run()->number;
  entered->outer = run()->environment;
  entered->scope = scopeOf(node);
  run()->environment = entered;
  return *entered;
}

/// Functions are there before their block runs (ECMA-262 section 10.2.11 and 14.2.3).
void Interpreter::hoist(NodeList statements) {
  for (const Node *statement : statements) {
    const auto *function = llvm::dyn_cast_or_null<FunctionDeclaration>(statement);
    const auto *id = function ? llvm::dyn_cast_or_null<Identifier>(function->id) : nullptr;
    const Symbol *symbol = id ? program().symbolOf(*id) : nullptr;
    if (Environment *holder = symbol ? environmentOf(*symbol) : nullptr)
      holder->set(*symbol, make<FunctionValue>(function, run()->environment));
  }
}

/// True if running a function by itself can tell its result: it assigns nothing outside, and no
/// other code runs before it ends.
bool Interpreter::isRunnable(const Node &function) {
  auto [entry, isNew] = runnable_.try_emplace(&function, false);
  if (!isNew)
    return entry->second;
  const Node *body = bodyOf(function);
  if (!body || isGenerator(function))
    return false;
  bool returns = !llvm::isa<BlockStatement>(body);
  unsigned nodes = 0;
  auto isInside = [&](const Scope *scope) {
    while (scope && scope->node != &function)
      scope = scope->parent;
    return scope != nullptr;
  };
  auto check = [&](const Node &node, bool isNested, auto &self) -> bool {
    if (++nodes > maxRunnableNodes || llvm::isa<WithStatement, YieldExpression>(node) ||
        disposes(node))
      return false;
    returns |=
        !isNested && llvm::isa<ReturnStatement>(node) && llvm::cast<ReturnStatement>(node).argument;
    if (const auto *name = llvm::dyn_cast_or_null<Identifier>(targetOf(node))) {
      const Symbol *symbol = program().symbolOf(*name);
      if (!symbol || !isInside(symbol->scope))
        return false;
    }
    bool runs = true;
    forEachChild(node, [&](const Node &child) {
      runs = runs && self(child, isNested || isFunction(node), self);
    });
    return runs;
  };
  bool runs = check(*body, false, check) && returns;
  return runnable_[&function] = runs;
}

/// Runs every path through code whose conditions are not all decided; what each gives is one
/// alternative. Null where a path does something that cannot be told.
const Value *Interpreter::runPaths(const Node &site, llvm::function_ref<const Value *()> path) {
  llvm::SmallVector<const Value *, 4> results;
  uint64_t left = maxWastedSteps - std::min(spent.wasted, maxWastedSteps);
  Run run(++runs_, std::clamp(left, minStepsOfRun, maxStepsOfRun), spent.steps, answers().depth);
  Run *outside = std::exchange(store_.run, &run);
  Environment *around = outside ? outside->environment : nullptr;
  callContexts().known().runs.push_back(&run);
  unsigned depth = answers().depth;
  bool isDone = false;
  do {
    run.nextDecision = 0;
    run.thrown = nullptr;
    run.hasDoneTooMuch = false;
    run.locals.clear();
    run.environment = around;
    const Value *result = path();
    if (run.hasFailed)
      break;
    if (result)
      results.push_back(result);
    for (auto &[list, elements] : run.elements)
      run.own(llvm::cast<ArrayValue>(*list))->elements = copy<const Value *>(*elements);
    for (auto &[object, storage] : run.properties) {
      ObjectValue &changed = *run.own(llvm::cast<ObjectValue>(*object));
      changed.properties = copy<PropertyValue>(storage->list);
      changed.byKey = copy<uint32_t>(storage->byKey);
    }
    run.elements.clear();
    run.properties.clear();
    if (result)
      settling().settleLocals(*result, site);
    run.writers.clear();
    isDone = !nextPath(run.decisions);
  } while (!isDone);
  answers().depth = depth;
  store_.run = outside;
  callContexts().known().runs.pop_back();
  if (!isDone) {
    spent.wasted += run.steps;
    return nullptr;
  }
  return results.empty() ? &unknown(UnknownReason::Call, &site) : &unite(results, &site);
}

/// Runs code and returns its result; null if that fails. Code that mostly failed before is not
/// tried again, and is given up sooner where trying takes long.
const Value *Interpreter::tryRun(const Node &subject, Arguments arguments, const Node &site,
                                 llvm::function_ref<const Value *()> path) {
  unsigned certainty = 2;
  for (const Value *argument : arguments)
    certainty = std::min(certainty, certaintyOf(*argument));
  if (Failures known = failures_.lookup(&subject);
      known.times[certainty] + known.cost >= maxFailures ||
      known.early >= (answers().isEarly() ? maxEarlyFailures : mostEarlyFailures) ||
      spent.steps >= maxStepsOfProgram)
    return nullptr;
  uint64_t before = spent.wasted;
  const Value *result = runPaths(site, path);
  Failures &failures = failures_[&subject];
  int64_t &times = failures.times[certainty];
  const int64_t cost = (spent.wasted - before) / stepsOfFailure;
  if (result)
    times = std::max(times - 1, -mostSuccesses);
  else if (answers().isEarly())
    failures.early += 1 + cost;
  else
    failures.cost += cost, ++times;
  return result;
}

/// True if a function calls itself again and again with the same values, or with some that are not
/// known: what is told by such a call is told by the first ones.
bool Interpreter::isEndless(const Node &function, const Value *receiver, Arguments arguments) {
  constexpr size_t mostTimes = 32;
  if (run()->running.size() < mostTimes)
    return false;
  const RunningCall *last = nullptr;
  size_t times = 0;
  for (const RunningCall &one : run()->running)
    if (one.function == &function)
      last = &one, ++times;
  if (times < mostTimes)
    return false;
  const auto *instance = llvm::dyn_cast_or_null<InstanceValue>(receiver);
  return (last->receiver == receiver && last->arguments == arguments) ||
         (instance ? !instance->fields : receiver && certaintyOf(*receiver) == 0) ||
         llvm::any_of(arguments, [](const Value *one) { return !isConcrete(*one, 2); });
}

/// Runs a function's body; null where it throws.
const Value *Interpreter::runFunction(const FunctionValue &function, const Value *receiver,
                                      Arguments arguments, const Node &site) {
  const Node &node = *function.origin;
  const Node *body = bodyOf(node);
  if (!body || isGenerator(node) || failures_.lookup(&node).cost >= maxFailures)
    return &fail(site);
  uint64_t stepsBefore = run()->steps;
  if (const Environment *bound = function.environment; bound && bound->isBound) {
    const BoundCall given = callOfBound(*bound, arguments);
    return runFunction(make<FunctionValue>(&node, bound->outer), given.self, given.arguments, site);
  }
  const Value *self = isArrow(node) ? nullptr : receiver;
  if (isEndless(node, self, arguments))
    return &fail(site);
  Environment *caller = std::exchange(run()->environment, function.environment);
  Environment &own = enter(node);
  if (!isArrow(node)) {
    own.function = &node;
    own.thisValue = &classes().thisFor(receiver, node, site);
    own.arguments = copy(arguments);
    if (const auto *named = llvm::dyn_cast<FunctionExpression>(&node))
      if (const auto *id = llvm::dyn_cast_or_null<Identifier>(named->id))
        if (const Symbol *symbol = program().symbolOf(*id))
          own.set(*symbol, function);
  }
  NodeList parameters = paramsOf(node);
  for (size_t i = 0; i < parameters.size(); ++i) {
    const auto *rest = llvm::dyn_cast<RestElement>(parameters[i]);
    if (rest)
      assign(*rest->argument,
             array(i < arguments.size() ? arguments.drop_front(i) : Arguments(), false, rest));
    else
      assign(*parameters[i],
             i < arguments.size() ? *arguments[i] : make<UndefinedValue>(parameters[i]));
  }
  ++answers().depth;
  run()->running.push_back({&node, self, arguments});
  const Value *result = nullptr;
  if (const auto *block = llvm::dyn_cast<BlockStatement>(body)) {
    hoist(block->body);
    Completion end = executeAll(block->body);
    if (end.kind != Completion::Kind::Throw)
      result = end.kind == Completion::Kind::Return ? end.value : &make<UndefinedValue>(&site);
  } else {
    result = &eval(*body);
  }
  run()->running.pop_back();
  run()->ended.insert(&node);
  --answers().depth;
  run()->environment = caller;
  // it would end other runs as well, each after as much work
  if (uint64_t steps = run()->steps - stepsBefore;
      run()->hasFailed && steps >= stepsOfFailure && !answers().isEarly())
    failures_[&node].cost += 1 + steps / stepsOfFailure;
  return run()->thrown ? nullptr : result;
}

/// The arguments of a call, where objects that are written there are the run's own: nobody else has
/// them, so it may change them.
Arguments Interpreter::withOwnObjects(Arguments arguments, const Node &site) {
  auto isWrittenThere = [&](const Value *argument) {
    return llvm::isa<ObjectValue>(argument) && argument->origin &&
           llvm::isa<ObjectExpression>(argument->origin) && argument->origin->parent == &site;
  };
  if (llvm::none_of(arguments, isWrittenThere))
    return arguments;
  llvm::SmallVector<const Value *, 8> own(arguments);
  for (const Value *&argument : own)
    if (isWrittenThere(argument)) {
      const Value &made = outsideRun([&]() -> const Value & {
        return expressions().makeObject(llvm::cast<ObjectExpression>(*argument->origin));
      });
      if (const auto *written = llvm::dyn_cast<ObjectValue>(&made))
        argument = &object(written->properties, written->open, written->origin);
    }
  return copy<const Value *>(own);
}

const Value &Interpreter::call(const FunctionValue &function, const Value *receiver,
                               Arguments arguments, const Node &site) {
  const Node &node = *function.origin;
  if (run()) {
    bool isOwn = function.environment || llvm::any_of(arguments, [&](const Value *argument) {
                   return ownObjects().isRunsOwn(*argument);
                 });
    if (run()->isOfCall && !(receiver && ownObjects().isRunsOwn(*receiver)))
      return callContexts().callApart(function, receiver, arguments, site);
    if (!isOwn && !isRunnable(node) && !(receiver && ownObjects().isRunsOwn(*receiver)))
      return outsideRun([&]() -> const Value & { return returns().of(node, site); });
    const Value *result = runFunction(function, receiver, arguments, site);
    return result ? *result : unknown(UnknownReason::Call, &site);
  }
  bool isKnown = function.environment ||
                 llvm::any_of(arguments, [](const Value *argument) { return tells(*argument); }) ||
                 (receiver && hasFields(*receiver)) || arguments.empty() || paramsOf(node).empty();
  // an object that it writes to is its own, as others may have left it
  auto self = [&]() -> const Value * {
    const auto *instance = receiver && start() ? llvm::dyn_cast<InstanceValue>(receiver) : nullptr;
    if (!instance || !instance->fields || instance->fields->open)
      return receiver;
    llvm::SmallVector<PropertyValue, 8> fields;
    for (const PropertyValue &field : instance->fields->properties)
      fields.push_back({field.key, &outsideRun([&]() -> const Value & {
                          return classes().memberOfKnownInstance(*instance, field, &site);
                        }),
                        field.site});
    // what no constructor gives it, but another method
    for (const ClassValue *type = instance->type; type;
         type = llvm::dyn_cast_or_null<ClassValue>(type->superClass))
      for (const auto &[key, sources] : classes().membersOf(*type).ofInstance)
        if (!instance->fields->find(key) &&
            llvm::any_of(sources.nodes, llvm::IsaPred<AssignmentExpression>))
          fields.push_back({strings().save(key), &unknown(UnknownReason::Member, &site), &site});
    const Value &own = object(fields, false, &site);
    return &make<InstanceValue>(instance->type, instance->origin,
                                llvm::dyn_cast<ObjectValue>(&own));
  };
  if (isKnown && isRunnable(node))
    if (const Value *result = tryRun(node, arguments, site, [&] {
          return runFunction(function, self(), withOwnObjects(arguments, site), site);
        }))
      return *result;
  return returns().of(node, site);
}

/// ECMA-262 OrdinaryCreateFromConstructor and the constructors that follow.
const Value &Interpreter::construct(const ClassValue &type, Arguments arguments, const Node &site) {
  auto plain = [&]() -> const Value & { return make<InstanceValue>(&type, &site); };
  auto path = [&, isOfCall = run() && run()->isOfCall]() -> const Value * {
    run()->isOfCall |= isOfCall;
    const auto *fields = llvm::dyn_cast<ObjectValue>(&object({}, false, &site));
    if (!fields)
      return nullptr;
    const auto &instance = make<InstanceValue>(&type, &site, fields);
    return runConstructor(type, instance, arguments, site) ? &instance : nullptr;
  };
  if (run() && !run()->isOfCall) {
    const Value *made = path();
    return made ? *made : plain();
  }
  const Value *made = tryRun(*type.origin, arguments, site, path);
  return made ? *made : plain();
}

bool Interpreter::runConstructor(const ClassValue &type, const InstanceValue &instance,
                                 Arguments arguments, const Node &site) {
  if (!run()->step() || answers().depth >= run()->depth + maxDepthOfRun) {
    fail(site);
    return false;
  }
  ++answers().depth;
  auto leave = llvm::make_scope_exit([&] { --answers().depth; });
  const Node *constructor = constructorOf(*type.origin);
  const auto *parent = llvm::dyn_cast_or_null<ClassValue>(type.superClass);
  if (type.superClass && !parent) {
    fail(site);
    return false;
  }
  // a function makes its object by itself, its parent's part too
  if (isFunction(*type.origin)) {
    const Value *end = runFunction(make<FunctionValue>(type.origin), &instance, arguments, site);
    return end && (llvm::isa<UndefinedValue>(end) || end == &instance);
  }
  if (!constructor)
    return (!parent || runConstructor(*parent, instance, arguments, site)) &&
           initializeFields(type, instance);
  if (!parent && !initializeFields(type, instance))
    return false;
  const Value *end = runFunction(make<FunctionValue>(constructor), &instance, arguments, site);
  return end != nullptr && llvm::isa<UndefinedValue>(end);
}

bool Interpreter::initializeFields(const ClassValue &type, const InstanceValue &instance) {
  const ClassBody *body = classBody(*type.origin);
  Environment *around = run()->environment;
  run()->environment = nullptr;
  enter(*type.origin).thisValue = &instance;
  for (const Node *part : body ? body->body : NodeList()) {
    const auto *field = llvm::dyn_cast<PropertyDefinition>(part);
    if (!field || field->isStatic)
      continue;
    std::optional<llvm::StringRef> key = members().keyOf(*field);
    if (!key) {
      fail(*part);
      break;
    }
    const Value &value = field->value ? eval(*field->value) : make<UndefinedValue>(part);
    ownObjects().setMember(instance, *key, value, *part);
  }
  run()->environment = around;
  return !run()->hasFailed && !run()->thrown;
}

} // namespace agentc
