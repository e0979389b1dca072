#include "Contexts/Unfolding.h"

#include "Abstract/Members.h"
#include "Abstract/Parameters.h"
#include "Concrete/Callbacks.h"
#include "Concrete/Interpreter.h"
#include "Contexts/Bindings.h"

#include "agentc/Values/Builtins.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/thread.h"

namespace agentc {

using namespace ast;

namespace {

/// Values that are looked into; what is beyond counts as known, since nothing is told apart by it.
constexpr unsigned maxValuesInside = 20'000;

bool isConcreteWithin(const Value &value, unsigned nesting, unsigned &steps) {
  if (nesting == 0 || ++steps > maxValuesInside)
    return true;
  auto isInsideConcrete = [&](const Value &one) {
    return steps > maxValuesInside || isConcreteWithin(one, nesting - 1, steps);
  };
  auto areConcrete = [&](auto &&values) {
    return llvm::all_of(values, [&](const Value *one) { return isInsideConcrete(*one); });
  };
  switch (value.kind) {
  case ValueKind::Unknown:
  case ValueKind::Union:
    return false;
  case ValueKind::Array:
    return !llvm::cast<ArrayValue>(value).open &&
           areConcrete(llvm::cast<ArrayValue>(value).elements);
  case ValueKind::Object: {
    const auto &object = llvm::cast<ObjectValue>(value);
    return !object.open && llvm::all_of(object.properties, [&](const PropertyValue &property) {
      return isInsideConcrete(*property.value);
    });
  }
  case ValueKind::Result: {
    const auto &result = llvm::cast<ResultValue>(value);
    const ResultValue *receiver = result.callee->receiver;
    return areConcrete(result.arguments) && (!receiver || isInsideConcrete(*receiver));
  }
  default:
    return true;
  }
}

} // namespace

bool isConcrete(const Value &value, unsigned nesting) {
  unsigned steps = 0;
  return isConcreteWithin(value, nesting, steps);
}

namespace {

constexpr size_t maxContexts = 1000;
/// Functions and loops around a call whose variables are told apart.
constexpr unsigned maxBinders = 6;
constexpr uint64_t maxEvaluations = 100'000;
constexpr unsigned unfoldingStackBytes = 512 << 20;

/// The function or loop around a node whose variables differ from one time to the next; null at a
/// module's top level.
const Node *binderAround(const Node &node) {
  const Node *child = &node;
  for (const Node *at = node.parent; at; child = at, at = at->parent) {
    if (isFunction(*at))
      return at;
    const auto *loop = llvm::dyn_cast<ForOfStatement>(at);
    if (loop && loop->body == child)
      return at;
  }
  return nullptr;
}

} // namespace

/// Tells the times apart that one call is made: it binds the variables of the functions and loops
/// around it to what each call of these functions gives, and each element of what is looped over.
class Unfolder final : private EvaluatorPart {
public:
  /// The values of the variables around a node at one time, the outer ones first.
  struct Context {
    llvm::SmallVector<std::pair<const Node *, const Value *>, 4> bindings;
    llvm::SmallVector<const Node *, 4> binders;
    /// The places that tell this time from others, the outer ones first.
    llvm::SmallVector<const Node *, 4> sites;
  };
  using Contexts = std::vector<Context>;

  using EvaluatorPart::EvaluatorPart;

  std::vector<MadeCall> unfold(const Node &call) {
    const Value *anywhere = &eval(call);
    std::vector<MadeCall> best = {{anywhere, &call}};
    for (unsigned binders = 1; binders <= maxBinders && !areConcrete(best); ++binders) {
      bool isWhole = true;
      Contexts contexts = contextsAround(call, binders, isWhole);
      if (contexts.empty() || contexts.size() > maxContexts)
        break;
      std::vector<MadeCall> made;
      for (const Context &context : contexts)
        if (const Value *value = evaluateIn(context, call, [&] { return &eval(call); }))
          addDistinct(made, *value, context, keyIn(context, call));
        else
          addDistinct(made, *anywhere, Context());
      best = std::move(made);
      if (isWhole)
        break;
    }
    chooseSites(best, call);
    return best;
  }

private:
  uint64_t evaluations = 0;
  llvm::DenseMap<const Value *, llvm::SmallVector<const Node *, 4>> sitesOf;

  static bool areConcrete(const std::vector<MadeCall> &calls) {
    return llvm::all_of(calls, [](const MadeCall &one) { return isConcrete(*one.value); });
  }

  void addDistinct(std::vector<MadeCall> &made, const Value &value, const Context &context,
                   llvm::StringRef key = {}) {
    if (llvm::any_of(made, [&](const MadeCall &one) { return isSame(*one.value, value, 8); }))
      return;
    made.push_back({&value, nullptr, key});
    sitesOf[&value] = context.sites;
  }

  /// The key that a call, or the call of its wrapper, is assigned by: `tools[one.name] = …`.
  llvm::StringRef keyIn(const Context &context, const Node &call) {
    llvm::SmallVector<const Node *, 4> calls = context.sites;
    calls.push_back(&call);
    for (const Node *one : llvm::reverse(calls)) {
      const Node *at = one->parent && llvm::isa<AwaitExpression>(one->parent) ? one->parent : one;
      const Node *target = at->parent;
      if (const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(target))
        target = assignment->right == at ? assignment->left : nullptr;
      if (!llvm::isa_and_nonnull<MemberExpression, Property>(target) ||
          writtenKeyOf(*target).has_value())
        continue;
      const Value *key = evaluateIn(context, *target, [&]() -> const Value * {
        std::optional<llvm::StringRef> known = members().keyOf(*target);
        return known ? &string(*known, target) : nullptr;
      });
      if (const auto *text = llvm::dyn_cast_or_null<StringValue>(key))
        return text->value;
    }
    return {};
  }

  /// The outermost place that differs for each: the call of a wrapper rather than the call in it.
  void chooseSites(std::vector<MadeCall> &made, const Node &call) {
    for (MadeCall &one : made)
      one.site = &call;
    if (made.size() < 2)
      return;
    size_t most = 1;
    for (size_t level = 0; level < 2 * maxBinders; ++level) {
      llvm::SmallPtrSet<const Node *, 16> places;
      bool isThere = llvm::all_of(made, [&](const MadeCall &one) {
        const auto &sites = sitesOf[one.value];
        return level < sites.size() && (places.insert(sites[level]), true);
      });
      if (!isThere || places.size() <= most)
        continue;
      most = places.size();
      for (MadeCall &one : made)
        one.site = sitesOf[one.value][level];
    }
  }

  /// The contexts of a node by so many functions and loops around it; `isWhole` becomes false if
  /// there are more around these.
  Contexts contextsAround(const Node &node, unsigned binders, bool &isWhole) {
    const Node *binder = binderAround(node);
    if (!binder)
      return {Context()};
    if (binders == 0) {
      isWhole = false;
      return {Context()};
    }
    return isFunction(*binder)
               ? contextsOfFunction(*binder, binders - 1, isWhole)
               : contextsOfLoop(llvm::cast<ForOfStatement>(*binder), binders - 1, isWhole);
  }

  Contexts contextsOfLoop(const ForOfStatement &loop, unsigned binders, bool &isWhole) {
    const Node *pattern = loop.left;
    if (const auto *declaration = llvm::dyn_cast<VariableDeclaration>(pattern))
      pattern = llvm::cast<VariableDeclarator>(declaration->declarations.front())->id;
    return overElements(
        contextsAround(loop, binders, isWhole), *loop.right, loop,
        [&](Context &context, const Value &element, size_t) { bind(context, *pattern, element); });
  }

  /// The elements that a list can have: all of them, where only some may be taken.
  const ArrayValue *elementsIn(const Context &context, const Node &list) {
    constexpr unsigned most = 8;
    const Node *source = &list;
    for (unsigned step = 0; source && step < most; ++step) {
      const auto *elements = llvm::dyn_cast_or_null<ArrayValue>(
          evaluateIn(context, *source, [&] { return &eval(*source); }));
      if (elements && !elements->open)
        return elements;
      source = bindings().listBehind(*source);
    }
    return nullptr;
  }

  /// Each context once for each element of an array.
  Contexts overElements(const Contexts &outer, const Node &list, const Node &binder,
                        llvm::function_ref<void(Context &, const Value &, size_t)> add) {
    Contexts contexts;
    for (const Context &context : outer) {
      const ArrayValue *elements = elementsIn(context, list);
      if (!elements) {
        contexts.push_back(context);
        continue;
      }
      for (size_t i = 0; i < elements->elements.size() && contexts.size() <= maxContexts; ++i) {
        Context inner = context;
        inner.binders.push_back(&binder);
        const Value &element = *elements->elements[i];
        inner.sites.push_back(element.origin && element.origin->parent ? element.origin : &binder);
        add(inner, element, i);
        contexts.push_back(std::move(inner));
      }
    }
    return contexts;
  }

  Contexts contextsOfFunction(const Node &function, unsigned binders, bool &isWhole) {
    Contexts contexts;
    const FunctionUses &uses = flows().of(function);
    for (const Node *call : uses.calls)
      addCall(contexts, function, *call, binders, isWhole);
    for (llvm::StringRef key : uses.keys) {
      const FunctionUses &byKey = flows().ofKey(key);
      for (const Node *call : byKey.calls)
        if (byKey.calls.size() <= maxContexts && callsFunction(*call, function))
          addCall(contexts, function, *call, binders, isWhole);
    }
    for (const auto &[call, position] : uses.passed)
      if (position == 0)
        addCallback(contexts, function, *call, binders, isWhole);
    // what nobody calls keeps what is known of it anywhere
    if (contexts.empty())
      contexts.emplace_back();
    return contexts;
  }

  bool callsFunction(const Node &call, const Node &function) {
    bool mayCall = false;
    forEachAlternative(eval(*bindings().calledBy(call)),
                       [&](const Value &callee) { mayCall |= callee.origin == &function; });
    return mayCall;
  }

  void addCall(Contexts &contexts, const Node &function, const Node &call, unsigned binders,
               bool &isWhole) {
    if (!parameters().isReached(call))
      return;
    for (const Context &outer : contextsAround(call, binders, isWhole)) {
      if (contexts.size() > maxContexts)
        return;
      Context inner = outer;
      inner.binders.push_back(&function);
      inner.sites.push_back(&call);
      NodeList parameters = paramsOf(function);
      for (size_t i = 0; i < parameters.size(); ++i)
        if (!llvm::isa<RestElement>(parameters[i]))
          if (const Value *given =
                  evaluateIn(outer, call, [&] { return &this->parameters().argumentOf(call, i); }))
            bind(inner, *parameters[i], *given);
      contexts.push_back(std::move(inner));
    }
  }

  /// A function that is called for each element: `list.forEach(([name, tool]) => …)`.
  void addCallback(Contexts &contexts, const Node &function, const Node &call, unsigned binders,
                   bool &isWhole) {
    const auto *expression = llvm::dyn_cast<CallExpression>(&call);
    const auto *member =
        expression ? llvm::dyn_cast<MemberExpression>(expression->callee) : nullptr;
    std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
    if (!key || !builtinMethod(*key).does(BuiltinMethod::CallsEach))
      return;
    NodeList parameters = paramsOf(function);
    Contexts inner = overElements(contextsAround(call, binders, isWhole), *member->object, function,
                                  [&](Context &context, const Value &element, size_t i) {
                                    if (!parameters.empty())
                                      bind(context, *parameters[0], element);
                                    if (parameters.size() > 1)
                                      bind(context, *parameters[1], number(i, &call));
                                  });
    contexts.insert(contexts.end(), inner.begin(), inner.end());
  }

  /// Variables that are assigned again, or whose objects are changed, hold more than what they are
  /// bound to.
  void bind(Context &context, const Node &pattern, const Value &value) {
    bool isFixed = true;
    bindings().forEachName(pattern,
                           [&](const Symbol &symbol) { isFixed &= bindings().isFixed(symbol); });
    if (isFixed && !llvm::isa<TSParameterProperty, TSDecoratedParameter>(pattern))
      context.bindings.push_back({&pattern, &value});
  }

  const Value *evaluateIn(const Context &context, const Node &site,
                          llvm::function_ref<const Value *()> compute) {
    if (++evaluations > maxEvaluations)
      return nullptr;
    if (context.bindings.empty())
      return outsideRun([&] { return compute(); });
    return interpreter().runPaths(site, [&]() -> const Value * {
      run()->binders = context.binders;
      for (const auto &[pattern, value] : context.bindings)
        bindings().declare(*pattern, *value);
      return compute();
    });
  }
};

std::vector<std::vector<MadeCall>> Unfolding::unfold(llvm::ArrayRef<const Node *> calls) {
  std::vector<std::vector<MadeCall>> made;
  // most calls need nothing more
  if (llvm::all_of(calls, [&](const Node *call) { return isConcrete(eval(*call)); })) {
    for (const Node *call : calls)
      made.push_back({{&eval(*call), call}});
    return made;
  }
  llvm::thread deep(std::optional<unsigned>(unfoldingStackBytes), [&] {
    unsigned ordinary = std::exchange(evaluator_.maxDepth, maxEvaluationDepth);
    Unfolder unfolder(evaluator_);
    for (const Node *call : calls)
      made.push_back(unfolder.unfold(*call));
    evaluator_.maxDepth = ordinary;
  });
  deep.join();
  return made;
}

} // namespace agentc
