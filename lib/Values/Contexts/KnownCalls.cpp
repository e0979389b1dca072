#include "Contexts/KnownCalls.h"

#include "ValueMaker.h"

namespace agentc {

namespace {

/// More ways to call one function are asked anew.
constexpr size_t maxKnown = 32;
/// The most values a call may hold to be looked through; a call with more is not settled.
constexpr unsigned maxHeld = 500;
constexpr unsigned maxNesting = 6;

} // namespace

// An unknown value may be a text that is partly known by the place where it is made.
bool isSameGiven(const Value &a, const Value &b, unsigned nesting) {
  if (&a == &b)
    return true;
  if (a.kind != b.kind || nesting == 0)
    return false;
  auto areSame = [&](Arguments x, Arguments y) {
    return llvm::equal(x, y, [&](const Value *one, const Value *other) {
      return isSameGiven(*one, *other, nesting - 1);
    });
  };
  auto areSameObjects = [&](const ObjectValue &x, const ObjectValue &y) {
    return x.origin == y.origin && x.open == y.open && x.isShared == y.isShared &&
           llvm::equal(x.properties, y.properties, [&](auto &one, auto &other) {
             return one.key == other.key && one.mayDiffer == other.mayDiffer &&
                    isSameGiven(*one.value, *other.value, nesting - 1);
           });
  };
  switch (a.kind) {
  case ValueKind::Unknown:
    return a.origin == b.origin;
  case ValueKind::Function: {
    const Environment *x = llvm::cast<FunctionValue>(a).environment;
    const Environment *y = llvm::cast<FunctionValue>(b).environment;
    return a.origin == b.origin && (x == y || (x && y && isSameCall(*x, *y, nesting - 1)));
  }
  case ValueKind::Array: {
    const auto &x = llvm::cast<ArrayValue>(a), &y = llvm::cast<ArrayValue>(b);
    return x.origin == y.origin && x.open == y.open && areSame(x.elements, y.elements);
  }
  case ValueKind::Object:
    return areSameObjects(llvm::cast<ObjectValue>(a), llvm::cast<ObjectValue>(b));
  case ValueKind::Instance: {
    const auto &x = llvm::cast<InstanceValue>(a), &y = llvm::cast<InstanceValue>(b);
    return x.type->origin == y.type->origin && !x.fields == !y.fields &&
           (!x.fields || areSameObjects(*x.fields, *y.fields));
  }
  case ValueKind::Result: {
    const auto &x = llvm::cast<ResultValue>(a), &y = llvm::cast<ResultValue>(b);
    return x.origin == y.origin && x.callee->path == y.callee->path &&
           x.callee->receiver == y.callee->receiver && areSame(x.arguments, y.arguments);
  }
  case ValueKind::Union:
    return areSame(llvm::cast<UnionValue>(a).alternatives, llvm::cast<UnionValue>(b).alternatives);
  default:
    return isSame(a, b);
  }
}

bool isSameCall(const Environment &a, const Environment &b, unsigned nesting) {
  if (&a == &b)
    return true;
  if (nesting == 0 || a.code != b.code || a.scope != b.scope || a.knowsCaller != b.knowsCaller)
    return false;
  auto isSameOne = [&](const Value *x, const Value *y) {
    return x == y || (x && y && isSameGiven(*x, *y, nesting));
  };
  // what a call's own variables hold follows from what it is given
  bool isSameInside = a.code || llvm::equal(a.variables, b.variables, [&](auto &x, auto &y) {
                        return x.first == y.first && isSameOne(x.second, y.second);
                      });
  bool isSameOuter =
      a.outer == b.outer || (a.outer && b.outer && isSameCall(*a.outer, *b.outer, nesting - 1));
  return isSameInside && isSameOuter && isSameOne(a.thisValue, b.thisValue) &&
         llvm::equal(a.arguments, b.arguments, isSameOne);
}

namespace {

/// Goes through all that values hold, as long as none of it belongs to a run that goes on.
class HeldSearch {
public:
  HeldSearch(llvm::ArrayRef<const Run *> runs, const llvm::DenseSet<const void *> &settled)
      : runs_(runs), settled_(settled) {}

  void add(const Value *value) {
    if (value && (llvm::isa<FunctionValue>(value) || holdsOthers(*value)) && isNew(value))
      values_.push_back(value);
  }
  void add(const Environment *environment) {
    if (environment && isNew(environment))
      environments_.push_back(environment);
  }
  /// False where something may change, or there is too much of it.
  bool run() {
    while (seen_.size() <= maxHeld) {
      if (!environments_.empty()) {
        if (!visit(*environments_.pop_back_val()))
          return false;
      } else if (values_.empty()) {
        return true;
      } else if (!visit(*values_.pop_back_val())) {
        return false;
      }
    }
    return false;
  }
  const llvm::SmallDenseSet<const void *, 32> &seen() const { return seen_; }

private:
  static bool holdsOthers(const Value &value) {
    return llvm::isa<ArrayValue, ObjectValue, InstanceValue, ApiValue, ResultValue, UnionValue>(
        value);
  }
  bool isNew(const void *held) { return !settled_.contains(held) && seen_.insert(held).second; }
  void addAll(llvm::ArrayRef<const Value *> values) {
    for (const Value *value : values)
      add(value);
  }

  bool visit(const Environment &environment) {
    // the variables of running code change while it runs
    if (environment.run != 0 &&
        llvm::any_of(runs_, [&](const Run *run) { return run->number == environment.run; }))
      return false;
    add(environment.outer);
    add(environment.thisValue);
    addAll(environment.arguments);
    if (!environment.code)
      for (const auto &[symbol, value] : environment.variables)
        add(value);
    return true;
  }

  bool visit(const Value &value) {
    if (llvm::any_of(runs_, [&](const Run *run) { return run->locals.contains(&value); }))
      return false;
    if (const auto *function = llvm::dyn_cast<FunctionValue>(&value)) {
      add(function->environment);
    } else if (const auto *list = llvm::dyn_cast<ArrayValue>(&value)) {
      addAll(list->elements);
    } else if (const auto *object = llvm::dyn_cast<ObjectValue>(&value)) {
      for (const PropertyValue &property : object->properties)
        add(property.value);
    } else if (const auto *instance = llvm::dyn_cast<InstanceValue>(&value)) {
      add(instance->fields);
    } else if (const auto *api = llvm::dyn_cast<ApiValue>(&value)) {
      add(api->receiver);
    } else if (const auto *result = llvm::dyn_cast<ResultValue>(&value)) {
      add(result->callee);
      addAll(result->arguments);
    } else {
      addAll(llvm::cast<UnionValue>(value).alternatives);
    }
    return true;
  }

  llvm::ArrayRef<const Run *> runs_;
  const llvm::DenseSet<const void *> &settled_;
  llvm::SmallDenseSet<const void *, 32> seen_;
  llvm::SmallVector<const Value *, 16> values_;
  llvm::SmallVector<const Environment *, 8> environments_;
};

} // namespace

bool KnownCalls::isSettled(const Call &call) {
  HeldSearch search(runs, settled_);
  search.add(call.function);
  search.add(call.receiver);
  for (const Value *argument : call.arguments)
    search.add(argument);
  bool isSettled = search.run();
  if (isSettled)
    settled_.insert(search.seen().begin(), search.seen().end());
  return isSettled;
}

const Value *KnownCalls::find(const Call &call, const ast::Node &site, unsigned nesting) const {
  auto found = byCode_.find(call.function->origin);
  if (found == byCode_.end())
    return nullptr;
  for (const Known &known : found->second) {
    const Call &other = known.call;
    if ((known.site && known.site != &site) || known.nesting > nesting ||
        other.arguments.size() != call.arguments.size() || !other.receiver != !call.receiver)
      continue;
    if (isSameGiven(*other.function, *call.function, maxNesting) &&
        (!call.receiver || isSameGiven(*other.receiver, *call.receiver, maxNesting)) &&
        llvm::equal(other.arguments, call.arguments,
                    [](auto *x, auto *y) { return isSameGiven(*x, *y, maxNesting); }))
      return known.result;
  }
  return nullptr;
}

void KnownCalls::add(const Call &call, const ast::Node *site, unsigned nesting,
                     const Value &result) {
  llvm::SmallVector<Known, 2> &known = byCode_[call.function->origin];
  if (known.size() < maxKnown)
    known.push_back({call, site, nesting, &result});
}

} // namespace agentc
